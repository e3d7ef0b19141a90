// The desk by keyboard: "/" goes to the field for a table's number, on this page or else on the entry page, wherever
// nothing is being typed. In an empty field for figures or for a hand nobody types a "/".

const TEXTS = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable]";
const isTyping = (element) => element.matches?.(TEXTS) && !(element.matches("[inputmode=numeric], [name=row]") && !element.value);

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const field = document.querySelector("[data-quick]");
  const entry = document.querySelector("[data-entry]");
  if (!field && !entry) return;
  event.preventDefault();
  if (!field) return location.assign(entry.href);
  field.focus();
  field.select();
});

// The board says when it is behind; an answer that is another page (the log-in) is gone to, not put into the table.
const behind = document.querySelector("#board-behind");
const show = (isBehind) => behind && (behind.hidden = !isBehind);

document.addEventListener("htmx:sendError", () => show(true));
document.addEventListener("htmx:responseError", () => show(true));
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const asked = new URL(detail.pathInfo.requestPath, location.href).pathname;
  if (detail.xhr.responseURL && new URL(detail.xhr.responseURL).pathname !== asked) {
    detail.shouldSwap = false;
    location.reload();
  }
});
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && show(false));

// A link to something folded unfolds it.
const unfold = () => {
  const folded = document.getElementById(location.hash.slice(1))?.closest("details");
  if (folded) folded.open = true;
};
addEventListener("hashchange", unfold);
unfold();

// After a refusal one goes on at the first field that is wrong, with what is said of it in sight, else at what is said.
// Otherwise where one goes on typing, on a wide screen: on a small one the heading would be scrolled out of sight.
const REFUSED = ["[aria-invalid=true]:not([type=hidden])", "[data-refused]", ".is-error[role=alert]"];
const refused = REFUSED.map((which) => document.querySelector(`main ${which}`)).find(Boolean);
if (refused && !document.querySelector("main [autofocus]")) {
  if (!refused.matches("input, select, textarea")) refused.tabIndex = -1;
  refused.focus({ preventScroll: true });
  (refused.closest(".field") ?? refused).scrollIntoView({ block: "center" });
} else if (matchMedia("(min-width: 1024px)").matches) document.querySelector("[data-focus]")?.focus();
