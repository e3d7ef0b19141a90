// Keeps a live page fresh: asks for it every 10 to 13 seconds and swaps what changed, nothing else.
//
// Elements with data-live="name" are swapped one by one, so that scroll, focus, what was typed and what was opened stay.
// When their names differ, another kind of page has come (the first round, the final ranking): it is loaded anew.
// Nothing is asked while nobody looks.
// Must run before scripts that change the page: it remembers what the server had sent.

const EVERY = 10_000;
const JITTER = 3_000;
const LONGEST = 120_000;
const BEHIND_AFTER = 2;

const main = document.querySelector("main");
const regionsOf = (root) => new Map([...root.querySelectorAll("[data-live]")].map((each) => [each.dataset.live, each]));
const sent = new Map([...regionsOf(main)].map(([name, region]) => [name, region.innerHTML]));
let etag = "";
let failures = 0;
let timer;

const wait = () => Math.min(EVERY * 2 ** failures, LONGEST) + Math.random() * JITTER;

function plan(ms = wait()) {
  clearTimeout(timer);
  timer = setTimeout(poll, ms);
}

async function poll() {
  if (document.hidden) return;
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(location.href, { headers, cache: "no-store", credentials: "omit" });
    if (answer.status !== 304) {
      if (!answer.ok && answer.status !== 404) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      etag = answer.headers.get("ETag") ?? "";
      renew(page);
    }
    failures = 0;
  } catch {
    failures += 1;
  }
  sayWhetherBehind();
  plan();
}

function sayWhetherBehind() {
  const notice = document.querySelector("[data-behind]");
  if (notice) notice.hidden = failures < BEHIND_AFTER;
}

function renew(page) {
  const fresh = page.querySelector("main");
  if (!fresh) throw new Error("not a page");
  const ours = regionsOf(main);
  const theirs = regionsOf(fresh);
  const same = ours.size === theirs.size && [...ours.keys()].every((name) => theirs.has(name));
  if (!same) {
    location.reload();
    return;
  }
  const changed = [...theirs].filter(([name, region]) => sent.get(name) !== region.innerHTML);
  if (!changed.length) return;
  document.title = page.title;
  for (const [name, region] of changed) {
    sent.set(name, region.innerHTML);
    swap(ours.get(name), region);
  }
  document.dispatchEvent(new CustomEvent("manilla:refreshed"));
}

function swap(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const opened = [...old.querySelectorAll("details[open][data-key]")].map((each) => each.dataset.key);
  old.replaceChildren(...document.importNode(fresh, true).childNodes);
  for (const details of old.querySelectorAll("details[data-key]")) details.open = opened.includes(details.dataset.key);
  if (focused) refocus(old, focused);
}

function refocus(root, focused) {
  const href = focused.getAttribute("href");
  const key = focused.closest("details[data-key]")?.dataset.key;
  const details = [...root.querySelectorAll("details[data-key]")].find((each) => each.dataset.key === key);
  const link = [...root.querySelectorAll("a[href]")].find((each) => each.getAttribute("href") === href);
  (details?.querySelector("summary") ?? link)?.focus({ preventScroll: true });
}

document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : plan(0)));
addEventListener("online", () => plan(0));
plan();
