// What a form of the desk sent is kept until its answer comes. Where the answer was the log-in, nothing was saved: the
// form has it all again on the page to which the log-in leads. Without this script one writes it once more.

const KEY = "desk.sent";
const OWN = new Set(["csrfmiddlewaretoken", "client_id", "version", "sure"]); // a page's own, never what was typed

/** A browser that keeps nothing gives nothing back. */
const kept = (act) => {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
};

const isTyped = (field) => field.name && !OWN.has(field.name) && !/hidden|password|file|submit|button/.test(field.type);
const typedIn = (form) => [...form.elements].filter(isTyped);
const isPicked = (field) => field.type === "checkbox" || field.type === "radio";

function keep(form) {
  const fields = typedIn(form).map((field) => [field.name, field.value, isPicked(field) && field.checked]);
  kept((store) => store.setItem(KEY, JSON.stringify({ action: form.action, fields, isLost: false })));
}

function giveBack({ action, fields }) {
  const names = fields.map(([name]) => name).join();
  const isIt = (each) => each.action === action && typedIn(each).map((field) => field.name).join() === names;
  const form = [...document.forms].find(isIt);
  if (!form) return;
  const places = typedIn(form);
  for (const [at, [, value, isChecked]] of fields.entries()) {
    if (isPicked(places[at])) places[at].checked = isChecked;
    else places[at].value = value;
  }
  for (const details of document.querySelectorAll("details")) if (details.contains(form)) details.open = true;
  form.dispatchEvent(new Event("input", { bubbles: true }));
  form.prepend(document.getElementById("typed-again").content.cloneNode(true));
}

const sent = JSON.parse(kept((store) => store.getItem(KEY)) ?? "null");
if (document.body.classList.contains("login")) {
  if (sent && document.querySelector("[data-unsaved]")) kept((store) => store.setItem(KEY, JSON.stringify({ ...sent, isLost: true })));
} else {
  kept((store) => store.removeItem(KEY));
  if (sent?.isLost) giveBack(sent);
  document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
    if (!defaultPrevented && form.method === "post" && typedIn(form).length) keep(form);
  });
}
