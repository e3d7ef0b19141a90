// Keeps the tables of a round fresh: asks every two seconds whether anything changed, and puts only the rows that did
// in their place, so that scroll, focus, what was opened and a finger that is down stay. What is typed into the filter
// is asked at once and stands in the address.

const EVERY = 2000;
const LONGEST = 30_000;
const PATIENCE = 10_000;
const BEHIND_AFTER = 2;
const PAUSE = 150; // ms without a key until the filter is asked

const board = document.querySelector("[data-board]");
const filter = document.querySelector("[data-board-filter]");
const behind = document.querySelector("#board-behind");
const rowsOf = (root) => [...root.querySelectorAll("tbody > tr")];
const sent = new Map(rowsOf(board).map((row) => [row.id, htmlOf(row)]));
let etag = "";
let failures = 0;
let timer;
let asking;
let isHeld = false; // a finger or a button is down: nothing may move under it
let waits = null;

/** A row as the server sent it: what scripts count and somebody opens is left out. */
function htmlOf(row) {
  const plain = row.cloneNode(true);
  for (const time of plain.querySelectorAll("time")) {
    time.textContent = "";
    time.removeAttribute("title");
  }
  for (const details of plain.querySelectorAll("details")) details.open = false;
  return plain.outerHTML;
}

const plan = (ms = Math.min(EVERY * 2 ** failures, LONGEST)) => {
  clearTimeout(timer);
  timer = setTimeout(poll, ms + Math.random() * 200);
};

async function poll() {
  if (document.hidden) return;
  asking?.abort();
  const mine = (asking = new AbortController());
  const patience = setTimeout(() => mine.abort(), PATIENCE);
  try {
    const answer = await fetch(board.dataset.board + (board.dataset.query || location.search), {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
      signal: mine.signal,
    });
    if (answer.redirected) return location.reload(); // logged out meanwhile
    if (answer.status !== 304 && !answer.ok) throw new Error(answer.status);
    const tag = answer.headers.get("ETag") ?? "";
    if (answer.status !== 304) waits = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asking) return;
    etag = tag;
    failures = 0;
    renew();
  } catch {
    if (mine !== asking) return;
    failures += 1;
  } finally {
    clearTimeout(patience);
  }
  behind.hidden = failures < BEHIND_AFTER;
  plan();
}

function renew() {
  if (!waits || isHeld) return;
  const page = waits;
  waits = null;
  const { summary } = page.querySelector("[data-board]").dataset;
  if ("reloads" in board.dataset && summary !== board.dataset.summary && !isBusy()) return location.reload();
  const focused = document.activeElement?.id;
  for (const region of page.querySelectorAll("[data-live]")) {
    const here = board.querySelector(`[data-live="${region.dataset.live}"]`);
    if (here && here.innerHTML !== region.innerHTML) here.innerHTML = region.innerHTML;
  }
  place(rowsOf(page));
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("manilla:refreshed"));
}

/** Whether somebody has typed something on the page. */
function isBusy() {
  const fields = [...document.querySelectorAll("input:not([type=hidden]), textarea")];
  return fields.some(({ value, defaultValue, type }) => !["radio", "checkbox"].includes(type) && value !== defaultValue);
}

/** The rows as they came, in their order; those that are as they were sent stay the elements that they are. */
function place(rows) {
  const body = board.querySelector("tbody");
  const here = new Map(rowsOf(board).map((row) => [row.id, row]));
  rows.forEach((row, at) => {
    const html = htmlOf(row);
    const old = here.get(row.id);
    const stays = old && sent.get(row.id) === html;
    if (!stays) keepOpen(old, row);
    const shown = stays ? old : row;
    if (body.children[at] !== shown) {
      if (old && !stays && body.children[at] === old) old.replaceWith(shown);
      else body.insertBefore(shown, body.children[at] ?? null);
    }
    if (old && !stays) old.remove();
    here.delete(row.id);
    sent.set(row.id, html);
  });
  for (const [id, row] of here) {
    row.remove();
    sent.delete(id);
  }
}

function keepOpen(old, row) {
  for (const details of row.querySelectorAll("details[data-key]")) {
    details.open = Boolean(old?.querySelector(`details[data-key="${details.dataset.key}"]`)?.open);
  }
}

function ask() {
  const query = new URLSearchParams(new FormData(filter));
  if (!query.get("cerca")) query.delete("cerca");
  history.replaceState(null, "", `?${query}`);
  etag = "";
  plan(0);
}

let typed;
filter?.addEventListener("input", () => {
  clearTimeout(typed);
  typed = setTimeout(ask, PAUSE);
});
filter?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typed);
  ask();
});
board.addEventListener("pointerdown", () => (isHeld = true));
for (const done of ["pointerup", "pointercancel"]) {
  addEventListener(done, () =>
    setTimeout(() => {
      isHeld = false;
      renew();
    }, 300), // the click comes after it
  );
}
document.addEventListener("visibilitychange", () => document.hidden || plan(0));
plan();
