// The desk by keyboard: "/" goes to the quick entry, wherever nothing is being typed.

const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const field = document.querySelector("[data-quick]");
  if (!field) return;
  event.preventDefault();
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
