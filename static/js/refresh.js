// Keeps a live page fresh: asks for it every 10 to 13 seconds and swaps what changed, nothing else. A page with data-etag
// says of which state it is, and with data-every how often to ask.
//
// Elements with data-live="name" are swapped one by one, so that scroll, focus, what was typed and what was opened stay.
// When their names differ, another kind of page has come (the first round, the final ranking): it is loaded anew.
// Where somebody has opened or typed something, what came waits until that is done with.
// Nothing is asked while nobody looks.
// Must run before scripts that change the page: it remembers what the server had sent.

const asks = document.querySelector("[data-etag]")?.dataset;
const EVERY = Number(asks?.every ?? 10_000);
const JITTER = EVERY * 0.3;
const LONGEST = EVERY * 12;
const PATIENCE = 10_000;
const BEHIND_AFTER = 2;

const regionsOf = (page) => new Map([...page.querySelectorAll("[data-live]")].map((each) => [each.dataset.live, each]));
// Every form carries an id of its own, each time the page is made.
const textOf = (region) => region.innerHTML.replace(/(name="client_id" value=")[^"]*/g, "$1");
const sent = new Map([...regionsOf(document)].map(([name, region]) => [name, textOf(region)]));
const openedByServer = new WeakSet(document.querySelectorAll("details[open]"));
let etag = asks ? `"${asks.etag}"` : "";
let failures = 0;
let timer;
let isAsking = false;
let era = 0; // an answer that was asked for before something was sent from here is of no use any more
let shownOf = null; // the last page of which anything is shown
let waits = null; // the page that came while somebody was in the middle of something

const wait = () => Math.min(EVERY * 2 ** failures, LONGEST) + Math.random() * JITTER;

function plan(ms = wait()) {
  clearTimeout(timer);
  timer = setTimeout(poll, ms);
}

async function ask() {
  const abort = new AbortController();
  const patience = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(location.href, { headers, cache: "no-store", credentials: "omit", signal: abort.signal });
    if (answer.status === 304) return null;
    if (!answer.ok && answer.status !== 404) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("main")) throw new Error("not a page");
    return { page, tag: answer.headers.get("ETag") ?? "" };
  } finally {
    clearTimeout(patience);
  }
}

async function poll() {
  if (document.hidden || isAsking) return;
  isAsking = true;
  const began = era;
  try {
    const came = await ask();
    if (came && began === era) {
      etag = came.tag;
      waits = came.page;
    }
    failures = 0;
  } catch {
    failures += 1;
  }
  isAsking = false;
  if (waits) renew(waits);
  sayWhetherBehind();
  plan(began === era ? wait() : 0);
}

function sayWhetherBehind() {
  const notice = document.querySelector("[data-behind]");
  if (notice) notice.hidden = failures < BEHIND_AFTER;
}

/** Whether somebody is in the middle of something there: opened, typed, or about to be sent. */
function isBusy(root) {
  const all = (what) => [...(root.matches?.(what) ? [root] : []), ...root.querySelectorAll(what)];
  const opened = all("details[open]:not([data-key])").filter((each) => !openedByServer.has(each));
  const typed = all("input:not([type=hidden]), textarea").filter(({ value, defaultValue, type }) => type !== "radio" && value !== defaultValue);
  return opened.length + typed.length + all("form[data-touched], [data-sent], [data-asking]").length > 0;
}

function renew(page) {
  const ours = regionsOf(document);
  const theirs = regionsOf(page);
  const same = ours.size === theirs.size && [...ours.keys()].every((name) => theirs.has(name));
  if (!same && !isBusy(document)) {
    location.reload();
    return;
  }
  const changed = [...theirs].filter(([name, region]) => ours.has(name) && sent.get(name) !== textOf(region));
  const free = changed.filter(([name]) => !isBusy(ours.get(name)));
  if (same && free.length === changed.length) waits = null;
  if (!free.length && page === shownOf) return;
  shownOf = page;
  document.title = page.title;
  for (const [name, region] of free) {
    sent.set(name, textOf(region));
    swap(ours.get(name), region);
  }
  document.dispatchEvent(new CustomEvent("manilla:refreshed", { detail: { page } }));
}

function swap(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const opened = [...old.querySelectorAll("details[open][data-key]")].map((each) => each.dataset.key);
  old.replaceChildren(...document.importNode(fresh, true).childNodes);
  for (const details of old.querySelectorAll("details[open]")) openedByServer.add(details);
  for (const details of old.querySelectorAll("details[data-key]")) details.open = opened.includes(details.dataset.key);
  if (focused) refocus(old, focused);
}

function refocus(root, focused) {
  const href = focused.getAttribute("href");
  const key = focused.closest("details[data-key]")?.dataset.key;
  const details = [...root.querySelectorAll("details[data-key]")].find((each) => each.dataset.key === key);
  const link = [...root.querySelectorAll("a[href]")].find((each) => each.getAttribute("href") === href);
  const same = focused.id && root.querySelector(`#${CSS.escape(focused.id)}`);
  (details?.querySelector("summary") ?? link ?? same)?.focus({ preventScroll: true });
}

document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : plan(0)));
document.addEventListener("toggle", () => waits && renew(waits), true);
document.addEventListener("manilla:sent", () => {
  era += 1;
  plan(0);
});
addEventListener("online", () => plan(0));
if (sent.size) plan();
