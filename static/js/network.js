// Without network a form that is sent, or a link that is followed, ends at the browser's own page of the error, and what
// was typed is gone. So it is asked first whether the server answers; if not, that is said beside the button.
// Hands do not come here: they are kept and sent later (outbox.js). Must run before forms.js, which counts what is sent.

const PATIENCE = 4_000;
const EVERY = 3_000;

const words = document.querySelector("template[data-offline]");
const time = document.querySelector("[data-server-time]")?.dataset.serverTime ?? "/ara";
const passed = new WeakSet(); // forms that may go
let timer;

/** Whether our server answers. A hotel's log-in answers too, but not with the time. */
async function isThere() {
  const abort = new AbortController();
  const patience = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const answer = await fetch(time, { cache: "no-store", credentials: "omit", signal: abort.signal });
    return answer.ok && typeof (await answer.json()).ms === "number";
  } catch {
    return false;
  } finally {
    clearTimeout(patience);
  }
}

const notices = () => document.querySelectorAll("[data-offline-notice]");

function takeBack() {
  clearTimeout(timer);
  for (const notice of notices()) notice.remove();
}

async function watch() {
  clearTimeout(timer);
  if (!notices().length) return;
  if (await isThere()) takeBack();
  else timer = setTimeout(watch, EVERY);
}

/** What to do instead is said at once: a table must know how to go on. */
function say(beside, reason) {
  takeBack();
  const notice = words.content.firstElementChild.cloneNode(true);
  notice.querySelector("[data-offline-form]").hidden = Boolean(reason);
  notice.querySelector("[data-offline-call]").hidden = !reason;
  for (const each of notice.querySelectorAll("[data-offline-reason]")) each.hidden = each.dataset.offlineReason !== reason;
  beside.after(notice);
  notice.scrollIntoView({ block: "nearest" });
  timer = setTimeout(watch, EVERY);
}

async function askForForm(form, button) {
  form.dataset.asking = ""; // no renewal of the page takes it away meanwhile
  const goes = await isThere();
  delete form.dataset.asking;
  if (!goes) {
    say(button?.closest(".row") ?? (button?.closest(".call-reasons") ? form.lastElementChild : button) ?? form, button?.name === "reason" ? button.value : "");
    return;
  }
  takeBack();
  passed.add(form);
  form.requestSubmit(button);
}

function beforeForm(event) {
  const { target: form, submitter, defaultPrevented } = event;
  if (defaultPrevented || form.method !== "post" || passed.delete(form)) return;
  event.preventDefault();
  if (!("asking" in form.dataset)) askForForm(form, submitter);
}

const isSheet = (link) => link.origin === location.origin && /^(\/\w\w)?\/f\//.test(link.pathname);
const isHere = (link) => link.hash && link.pathname === location.pathname && link.search === location.search;

async function beforeLink(event) {
  const link = event.target.closest("a[href]");
  const isOther = event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || isOther || !isSheet(link) || isHere(link)) return;
  event.preventDefault();
  if (await isThere()) location.assign(link.href);
  else say(link.closest("table, .row, p") ?? link, "");
}

if (words && HTMLFormElement.prototype.requestSubmit) {
  document.addEventListener("submit", beforeForm);
  document.addEventListener("click", beforeLink);
  addEventListener("online", watch);
}
