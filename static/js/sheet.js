// The form of a hand: a keypad under the thumb, and the hand's result and both totals before it is sent.
// The server works everything out again: what stands here is only to be seen in time.

import { now } from "./clock.js";

const HALF = 36;
const ALL = 72;
const NOT_COUNTED = ["lost", "replay"];
const NOT_PLAYED = ["pass", ...NOT_COUNTED];
const NUMBERLESS = ["level", ...NOT_PLAYED];

const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const chosen = (form, name) => form.elements[name]?.value ?? "";

/** What the typed hand is worth: { points: [a, b] }, or { error }, or nothing yet. */
export function worked(facts, { bid, side, typed, unit }) {
  const { bids, words, texts } = facts;
  if (NUMBERLESS.includes(side)) return { points: [0, 0], says: texts[side] };
  if (!/^\d{1,4}$/.test(typed)) return {};
  const times = bids[bid] ?? 1;
  const most = HALF * times;
  let points = Number(typed);
  let winner = side;
  if (unit === "card_points") {
    if (points > ALL) return { error: texts.most_card_points };
    if (points < HALF) winner = side === "a" ? "b" : side === "b" ? "a" : side;
    points = Math.abs(points - HALF) * times;
  }
  if (points > most) return { error: fill(texts.most, { bid: words[bid], most }) };
  if (points % times) {
    const below = points - (points % times);
    const known = { bid: words[bid], below, above: below + times, multiplier: times };
    return { error: fill(times === 2 ? texts.even : texts.multiple, known) };
  }
  if (!side) return { says: texts.whose };
  const cards = unit === "card_points" ? ` (${typed} – ${ALL - typed})` : "";
  if (!points) return { points: [0, 0], says: texts.level + cards };
  const pair = winner === "a" ? 0 : 1;
  const says = fill(points === 1 ? texts.one : texts.result, { points, number: facts.numbers[pair] }) + cards;
  return { points: pair ? [0, points] : [points, 0], says };
}

/** The hand in words, as it is kept until it is sent. */
export const handText = ({ words }, { bid, side }, says) => (NOT_PLAYED.includes(side) ? says : `${words[bid]}: ${says}`);

/** Whether a hand is one of the hands of the game. */
export const counts = ({ fields }) => !NOT_COUNTED.includes(fields.side);

const other = (side) => ({ a: "b", b: "a" })[side] ?? "";

/** Who calls after a hand: in turn, but for one that is dealt again. */
export const nextCaller = (caller, { side, maker }) => (side === "replay" ? maker || caller : other(maker || caller));

/** Who calls the hand in the form: as the hands before it say, unless somebody says otherwise. */
export const callerOf = (form) => chosen(form, "maker") || (form.dataset.caller ?? "");

const line = (text, name = "") => {
  const p = document.createElement("p");
  p.textContent = text;
  p.className = name;
  return p;
};

function sums(facts, points, side) {
  if (facts.rows) return changes(facts, points, side);
  if (!facts.totals) return [];
  const after = facts.totals.map((total, pair) => total + points[pair]);
  const isReached = facts.target && Math.max(...after) >= facts.target;
  const isLast = facts.ends_by && !NOT_COUNTED.includes(side);
  const isOver = isReached || isLast;
  const toGo = (total) => (facts.target && !isOver ? ` · ${fill(facts.texts.to_go, { points: facts.target - total })}` : "");
  const lines = after.map((total, pair) =>
    line(points[pair] ? `${facts.numbers[pair]}: ${facts.totals[pair]} + ${points[pair]} = ${total}${toGo(total)}` : `${facts.numbers[pair]}: ${total}`, "tabular"),
  );
  if (isOver) lines.push(line(isReached ? facts.texts.ends : fill(facts.texts.ends_by, { article: facts.ends_by }), "preview-ends"));
  return lines;
}

/** The sheet as its rows make it: both totals, and the number of the hand that ends it, if one does (art. 12.3). */
function folded(rows, { target, most }) {
  let totals = [0, 0];
  let number = 0;
  for (const [a, b, isCounted] of rows) {
    if (!isCounted) continue;
    number += 1;
    totals = [totals[0] + a, totals[1] + b];
    if ((target && Math.max(...totals) >= target) || (most && number >= most)) return { totals, end: number };
  }
  return { totals, end: 0 };
}

/** What the change of an earlier hand would do to the sheet; the server says the same of turning the hand. */
function changes(facts, points, side) {
  const { texts, rows, at } = facts;
  const changed = rows.map((row, index) => (index === at ? [...points, !NOT_COUNTED.includes(side)] : row));
  const [before, after] = [folded(rows, facts), folded(changed, facts)];
  if (String([before.totals, before.end]) === String([after.totals, after.end])) return [];
  const totals = { a: before.totals[0], b: before.totals[1], c: after.totals[0], d: after.totals[1] };
  const lines = [line(fill(texts.totals, totals), "tabular")];
  if (after.end && after.end !== before.end) lines.push(line(fill(texts.would_end, { number: after.end }), "preview-ends"));
  if (before.end && !after.end) lines.push(line(texts.would_go_on, "preview-ends"));
  return lines;
}

/** Who would call next, in the words of the hands that are not played. */
function showWhoCalls(form, { numbers, texts }) {
  const caller = callerOf(form);
  for (const words of form.querySelectorAll("[data-calls-after]")) {
    const side = nextCaller(caller, { side: words.dataset.callsAfter });
    words.textContent = side ? fill(texts[`${words.dataset.callsAfter}_calls`], { number: numbers[side === "a" ? 0 : 1] }) : "";
  }
}

// The sides that call a hand which waits to be sent, and counts: what barred them from botifarra is served by it.
let served = new Set();

function servedBy(waiting, maker) {
  let caller = maker;
  return new Set(
    waiting.map((hand) => {
      const side = hand.fields.maker || caller;
      caller = nextCaller(caller, hand.fields);
      return counts(hand) && side;
    }),
  );
}

/** Whose botifarra a misdeal bars in this hand, and why (art. 7.4.5.2); `waiting` hands come before it. */
export function showBarred(form, waiting, maker) {
  if (waiting) served = servedBy(waiting, maker);
  const caller = callerOf(form);
  const why = (!served.has(caller) && factsOf(form).barred[caller]) || "";
  const botifarra = form.querySelector("[name=base][value=B]");
  const words = form.querySelector("[data-barred]");
  botifarra.disabled = Boolean(why);
  if (why && botifarra.checked) form.querySelector("[name=base][value='']").checked = true;
  words.hidden = !why;
  if (words.textContent !== why) words.textContent = why;
}

// Read anew each time: the totals move on while hands wait to be sent.
export const factsOf = (form) => JSON.parse(form.dataset.facts);

/** What is chosen and typed, as `worked` takes it. */
export const typedIn = (form) => ({
  bid: chosen(form, "base") + chosen(form, "doubling"),
  side: chosen(form, "side"),
  typed: form.elements.points.value.trim(),
  unit: chosen(form, "unit"),
});

/** The hand's result and both totals, as far as it is typed. */
export function preview(form) {
  showBarred(form);
  const facts = factsOf(form);
  const base = chosen(form, "base");
  const input = form.elements.points;
  for (const radio of form.elements.doubling) {
    radio.disabled = !(base + radio.value in facts.bids);
    if (radio.disabled && radio.checked) form.querySelector("[name=doubling][value='']").checked = true;
  }
  const side = chosen(form, "side");
  const needsNumber = !NUMBERLESS.includes(side);
  if (side) form.querySelector(".whose").classList.remove("is-missing");
  form.classList.toggle("needs-no-number", !needsNumber);
  const { points, says, error } = worked(facts, typedIn(form));
  input.setAttribute("aria-invalid", String(Boolean(error)));
  const lines = error ? [line(error, "error")] : says ? [line(says, "preview-says")] : [];
  form.querySelector("[data-preview]").replaceChildren(...lines, ...(points ? sums(facts, points, side) : []));
  showWhoCalls(form, facts);
}

// What stands in the field before anybody typed is an answer as a whole: the first figure takes its place.
function press(input, key, isUntouched) {
  if (isUntouched && key !== "back") input.value = key;
  else if (key === "back") input.value = input.value.slice(0, -1);
  else if (input.value.length < 3) input.value = (input.value === "0" ? "" : input.value) + key;
}

// What still has to be said before the hand can be sent; the server asks for it in the same words.
function lacks(form, { texts }) {
  const side = chosen(form, "side");
  if (!side) return { field: "side", says: texts.whose };
  if (!NUMBERLESS.includes(side) && !form.elements.points.value.trim()) return { field: "points", says: texts.how_many };
  return null;
}

// Points or card points: people count in one of them all day. A phone without storage just asks again.
const remembered = () => {
  try {
    return localStorage.getItem("sheet.unit");
  } catch {
    return null;
  }
};
const remember = (unit) => {
  try {
    localStorage.setItem("sheet.unit", unit);
  } catch {
    // not remembered
  }
};

/** Ready for the next hand: as the server sends it, but for the unit, which people keep. */
export function empty(form) {
  for (const name of ["base", "doubling"]) form.querySelector(`[name=${name}][value='']`).checked = true;
  for (const name of ["side", "maker"]) for (const radio of form.elements[name]) radio.checked = false;
  for (const details of form.querySelectorAll("details")) details.open = false;
  form.elements.points.value = "";
  for (const error of form.querySelectorAll(":scope > .error")) error.remove();
  delete form.dataset.touched;
  preview(form);
}

function prepare(form) {
  const input = form.elements.points;
  const update = () => preview(form);
  let isUntouched = Boolean(input.value);
  if (!input.value && remembered() === "card_points") form.elements.unit.value = "card_points";
  const keypad = form.querySelector("[data-keypad]");
  if (keypad) {
    keypad.hidden = false;
    input.inputMode = matchMedia("(pointer: coarse)").matches ? "none" : "numeric";
    keypad.addEventListener("click", ({ target }) => {
      const key = target.closest("[data-key]")?.dataset.key;
      if (!key) return;
      press(input, key, isUntouched);
      isUntouched = false;
      form.dataset.touched = "";
      update();
    });
  }
  input.addEventListener("focus", () => isUntouched && input.select());
  form.addEventListener("submit", (event) => {
    const lacking = lacks(form, factsOf(form));
    if (!lacking) return;
    event.preventDefault();
    form.querySelector("[data-preview]").replaceChildren(line(lacking.says, "error"));
    form.querySelector(".whose").classList.toggle("is-missing", lacking.field === "side");
    input.setAttribute("aria-invalid", String(lacking.field === "points"));
    if (lacking.field === "side") form.elements.side[0].focus({ preventScroll: true });
  });
  form.addEventListener("input", (event) => {
    form.dataset.touched = "";
    if (event.target === input) isUntouched = false;
    if (event.target.name === "unit") remember(event.target.value);
    update();
  });
  const server = form.querySelector("[data-preview] .error");
  if (!server) update();
}

for (const form of document.querySelectorAll("form[data-hand]")) prepare(form);

// From the announced end on the game may be ended. The end may be announced, moved or taken back meanwhile.
const end = document.querySelector("[data-end]");
let endTimer;

function showEnd() {
  clearTimeout(endTimer);
  const endsAt = document.querySelector("[data-ends-at]")?.dataset.endsAt;
  const wait = endsAt ? Number(endsAt) * 1000 - now() : Infinity;
  end.hidden = wait > 0;
  if (wait > 0 && wait < 2 ** 31) endTimer = setTimeout(showEnd, wait);
}

if (end) {
  showEnd();
  document.addEventListener("manilla:refreshed", showEnd);
  document.addEventListener("manilla:time-known", showEnd);
}

// A phone taken out of the pocket shows the sheet as it is now, unless somebody was typing or hands wait to be sent;
// and only where the sheet can be had: a browser's own page about the network is worth less than an old sheet.
let hiddenSince = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hiddenSince = Date.now();
    return;
  }
  const address = document.body.querySelector("[data-sheet]")?.dataset.sheet;
  const isTyping = document.querySelector("form[data-touched], details[open], [role=alert], [data-outbox]:not([hidden])");
  if (!address || isTyping || Date.now() - hiddenSince < 20_000) return;
  fetch(address, { method: "HEAD", cache: "no-store", credentials: "omit" }).then(() => location.replace(address), () => {});
});
