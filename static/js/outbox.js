// Hands that are written down while the network fails. Each is kept on the phone before it is sent, and leaves it only
// with the server's answer; sent again, by itself, it carries the same id, so that it is written once.
// In order: a hand names the one before it (`after`), and nothing overtakes a hand that was refused.
// Without storage nothing here acts, and the form is sent as any form.

import { freshId } from "./forms.js";
import * as store from "./outbox_store.js";
import { empty, factsOf, preview, typedIn, worked } from "./sheet.js";

const WAITS = [2, 4, 8, 16, 30].map((seconds) => seconds * 1000);
const PATIENCE = 10_000;
const TWICE = 1000;
const FIELDS = ["base", "doubling", "side", "points", "unit"];
const LEVEL = [0, 0];

const box = document.querySelector("[data-outbox]");
const token = box?.dataset.token;
const form = document.querySelector("form[data-hand]");
const choice = document.querySelector("[data-conflict]");
const state = document.querySelector("[data-outbox-state]");
const turn = document.querySelector(".turn");

const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const read = () => store.read(token);
const isTyping = () => document.querySelector("form[data-touched], details[open]") !== null;

// --- Sending ---

let failures = 0;
let timer;
let inFlight = "";
let isGone = false;
let wasSent = false;
let isAsked = false; // somebody pressed the button that compares

/** The server's answer to a hand, or null while there is none. Any other page, like a hotel's log-in, is none. */
async function ask({ id, after, fields }, address) {
  const abort = new AbortController();
  const patience = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const response = await fetch(address, {
      method: "POST",
      body: new URLSearchParams({ ...fields, client_id: id, after }),
      headers: { Accept: "application/json" },
      credentials: "omit",
      cache: "no-store",
      signal: abort.signal,
    });
    if (response.status === 404 || response.status === 410) return { isGone: true };
    const answer = await response.json();
    return typeof answer.ok === "boolean" ? answer : null;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/** Send what is kept, in order, until it is all answered, one is refused, or no answer comes. */
async function send() {
  clearTimeout(timer);
  if (inFlight) return;
  let answer;
  for (let head = read()[0]; head && !head.refused; head = read()[0]) {
    inFlight = head.id;
    show();
    answer = await ask(head, box.dataset.handAddress);
    inFlight = "";
    if (answer?.ok) accept(head, answer.answer);
    else if (answer && !answer.isGone) refuse(head, answer);
    else break;
  }
  isGone = Boolean(answer?.isGone);
  if (answer && !isGone) failures = 0;
  else if (read().length) plan();
  show();
  if (answer && !isGone) goOn();
}

function plan() {
  if (read()[0]?.refused) return;
  timer = setTimeout(send, WAITS[Math.min(failures, WAITS.length - 1)]);
  failures += 1;
}

const refuse = ({ id }, { sentence, there }) => store.mark(token, id, { refused: { sentence, there } });

function accept({ id }, { totals, number }) {
  store.forget(token, [id]);
  wasSent = true;
  page.after = id;
  page.totals = totals;
  page.played = number ?? page.played;
  page.maker = other(page.maker);
}

/** After an answer: the sheet as the server has it, or its page that compares both hands – unless somebody types. */
function goOn() {
  const [head] = read();
  if (isTyping() && !isAsked) return;
  if (head?.refused) compare(head);
  else if (!head && wasSent) location.replace(`${box.dataset.sheetAddress}?ok=hand`);
}

/** The same hand as a form of the page: a refusal is the server's to show, with the ways out that it knows. */
function compare({ id, after, fields }) {
  const again = document.createElement("form");
  again.method = "post";
  again.action = box.dataset.handAddress;
  for (const [name, value] of Object.entries({ ...fields, client_id: id, after })) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    again.append(input);
  }
  document.body.append(again);
  keepDraft();
  again.submit();
}

// Who compares in the middle of a hand finds the rest of it on the sheet afterwards.
function keepDraft() {
  if (!form || !("touched" in form.dataset)) return;
  store.keepDraft(token, FIELDS.map((name) => [name, form.elements[name].value]));
}

function takeUpDraft() {
  const draft = !refusedHere() && store.takeDraft(token);
  if (!draft) return;
  for (const [name, value] of draft) form.elements[name].value = value;
  form.dataset.touched = "";
  preview(form);
}

// --- Writing a hand down ---

let keptAt = -Infinity;

function handTyped(facts, { points, says }) {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value]));
  const { bid, side } = typedIn(form);
  const text = side === "pass" ? says : `${facts.words[bid]}: ${says}`;
  return { id: form.elements.client_id.value || freshId(), after: form.elements.after.value, fields, text, points };
}

/** On the page that answers a refused hand, the form is that hand once more. */
function keep(hand) {
  const refused = refusedHere();
  return refused ? store.replace(token, refused.id, { hand, after: hand.id }) : store.add(token, hand);
}

function refusedHere() {
  const [head] = read();
  return head?.refused && head.id === box.dataset.answers ? head : null;
}

// Where the page itself says why, with the ways out, it is not said twice.
const isSaidHere = () => Boolean(refusedHere() && (form || choice));

function takeDown(event) {
  if (event.defaultPrevented) return;
  const facts = factsOf(form);
  const result = worked(facts, typedIn(form));
  if (!result.points) {
    event.preventDefault(); // the preview says why it cannot be
    preview(form);
    return;
  }
  const hand = handTyped(facts, result);
  if (!keep(hand)) return;
  event.preventDefault();
  keptAt = Date.now();
  form.elements.client_id.value = freshId();
  empty(form);
  show();
  if (read()[0]?.refused) goOn();
  else send();
}

// A button pressed twice by an unsteady thumb is no second hand, and nothing that deserves to be scolded.
function forgiveTwice(event) {
  const isTwice = event.target === form && !("touched" in form.dataset) && Date.now() - keptAt < TWICE;
  if (!isTwice) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// --- The page as it would be if everything had arrived ---

const page = { after: box?.dataset.after ?? "" };
const other = (side) => ({ a: "b", b: "a" })[side] ?? "";
const sum = (hands, pair, start) => hands.reduce((total, { points }) => total + points[pair], start);

function show() {
  const kept = read();
  const waiting = kept[0]?.refused ? [] : kept;
  box.hidden = !kept.length;
  say(kept);
  showRows(kept);
  const undo = document.querySelector("[data-undo]");
  if (undo) undo.hidden = waiting.length > 0; // it would take away the hand that these follow
  if (!form) return;
  if (!refusedHere()) form.elements.after.value = kept.length ? kept[kept.length - 1].id : page.after;
  const totals = page.totals.map((total, pair) => sum(waiting, pair, total));
  if (String(totals) !== String(factsOf(form).totals)) showTotals(totals);
  showTurn(totals, waiting.length);
}

function say(kept) {
  const words = box.dataset;
  const refused = isSaidHere() ? "" : "refused";
  const name = kept[0]?.refused ? refused : isGone ? "gone" : kept.length ? "pending" : wasSent ? "sent" : "";
  const text = { refused: words.sayRefused, gone: words.sayGone, sent: words.saySent }[name] ?? "";
  const many = kept.length === 1 ? words.sayPending : words.sayPendingMany;
  const says = name === "pending" ? fill(many, { number: kept.length }) : text;
  state.dataset.state = name;
  if (state.textContent !== says) state.textContent = says;
  for (const each of turn?.querySelectorAll("p") ?? []) each.hidden = each !== state && name !== "";
}

function showTotals(totals) {
  const facts = factsOf(form);
  form.dataset.facts = JSON.stringify({ ...facts, totals });
  document.querySelectorAll(".scoreboard-half").forEach((half, pair) => {
    half.querySelector(".scoreboard-total").textContent = totals[pair];
    half.classList.toggle("is-ahead", totals[pair] > totals[1 - pair]);
    const left = half.querySelector(".scoreboard-distance");
    if (left) left.textContent = left.textContent.replace(/\d+/, Math.max(0, facts.target - totals[pair]));
  });
  preview(form);
}

function showTurn(totals, waiting) {
  const { sayHand, sayHandOf, sayCalls, most } = box.dataset;
  const { target, numbers, texts } = factsOf(form);
  const number = page.played + waiting + 1;
  const isEnd = (target && Math.max(...totals) >= target) || (most && number > most && totals[0] !== totals[1]);
  form.hidden = Boolean(waiting && isEnd);
  if (!turn || !(waiting || wasSent || turn.dataset.moved)) return;
  turn.dataset.moved = "1";
  const maker = waiting % 2 ? other(page.maker) : page.maker;
  const calls = maker ? ` · ${fill(sayCalls, { number: numbers[maker === "a" ? 0 : 1] })}` : "";
  const hand = fill(most ? sayHandOf : sayHand, { number, most }) + calls;
  turn.querySelector("h2").textContent = form.hidden ? texts.ends : hand;
}

// Built again only when something changed: what was unfolded stays so while hands are tried again and again.
let shown = "";

function showRows(kept) {
  const rows = box.querySelector("[data-outbox-rows]");
  const known = JSON.stringify([kept, page.played, isGone]);
  if (known !== shown) rows.replaceChildren(...kept.map((hand, at) => rowOf(hand, at, kept)));
  shown = known;
  for (const button of rows.querySelectorAll("[data-remove]")) button.disabled = button.value === inFlight;
}

function rowOf(hand, at, kept) {
  const row = box.querySelector("[data-outbox-row]").content.firstElementChild.cloneNode(true);
  const part = (name) => row.querySelector(`[data-${name}]`);
  const isStopped = Boolean(kept[0].refused);
  part("number").textContent = isStopped || isGone ? "" : `${fill(box.dataset.sayHand, { number: page.played + at + 1 })}:`;
  part("hand").textContent = hand.text;
  part("sentence").textContent = hand.refused?.sentence ?? "";
  part("refused").hidden = !hand.refused;
  part("sentence").hidden = part("ask").hidden = !hand.refused || isSaidHere();
  part("pending").hidden = isStopped || isGone;
  part("held").hidden = !isStopped || Boolean(hand.refused);
  part("drop").hidden = !hand.refused && at !== kept.length - 1;
  part("remove").value = hand.id;
  part("remove").addEventListener("click", () => decide(() => store.drop(token, hand)));
  part("again").addEventListener("click", () => {
    isAsked = true;
    decide(() => store.mark(token, hand.id, { refused: null }));
  });
  return row;
}

// The table has decided about a hand: what waited behind it moves on.
function decide(how) {
  for (const details of box.querySelectorAll("details")) details.open = false;
  how();
  failures = 0;
  show();
  send();
}

// --- Two hands in one place: what the table chooses on the server's page ---

function offerChoice(refused) {
  choice.addEventListener("click", ({ target }) => target.closest("a[href]") && store.drop(token, refused));
  choice.addEventListener("submit", (event) => {
    const { after, client_id: own } = event.target.elements;
    if (!after) {
      store.mark(token, refused.id, { isSettled: true }); // dropped when the page says that it was done
      return;
    }
    event.preventDefault();
    choice.hidden = true;
    const hand = { ...refused, id: own.value, after: after.value, refused: null };
    decide(() => store.replace(token, refused.id, { hand, after: hand.id }));
  });
}

/** What was kept when the page came: some of it may be on the sheet by now, or decided about. */
function settle() {
  store.forget(token, box.dataset.known.split(" "));
  const [head] = read();
  if (!head?.isSettled) return;
  if (new URLSearchParams(location.search).get("ok") === "change") store.drop(token, head);
  else store.mark(token, head.id, { isSettled: false });
}

// --- Hands of an earlier sheet of this phone ---

async function sendElsewhere() {
  if (!store.hasStorage()) return;
  for (const elsewhere of store.otherTokens(token)) {
    if (await sendOf(elsewhere)) continue;
    const notice = document.querySelector("[data-outbox-elsewhere]");
    notice.querySelector("a").href = box.dataset.sheetAddress.replace(token, elsewhere);
    notice.hidden = false;
  }
}

/** Whether nothing is left that somebody should look at. */
async function sendOf(elsewhere) {
  const address = box.dataset.handAddress.replace(token, elsewhere);
  for (let head = store.read(elsewhere)[0]; head; head = store.read(elsewhere)[0]) {
    const answer = head.refused ? null : await ask(head, address);
    if (!answer?.ok) return false;
    store.forget(elsewhere, [head.id]);
  }
  return true;
}

// Another window of this phone wrote a hand down, or had it sent.
function showOtherWindow() {
  show();
  if (!read().length && !isTyping()) location.replace(box.dataset.sheetAddress);
}

function begin() {
  page.totals = (form && factsOf(form).totals) ?? LEVEL;
  page.played = Number(box.dataset.played);
  page.maker = box.dataset.maker;
  turn?.append(state);
  settle();
  const refused = refusedHere();
  if (refused && choice) offerChoice(refused);
  if (form) {
    if (store.hasStorage()) takeUpDraft();
    document.addEventListener("submit", forgiveTwice, true);
    form.addEventListener("submit", takeDown);
  }
  addEventListener("online", send);
  addEventListener("storage", (event) => store.concerns(event, token) && showOtherWindow());
  addEventListener("pageshow", ({ persisted }) => persisted && send());
  document.addEventListener("visibilitychange", () => document.hidden || send());
  show();
  send();
  sendElsewhere();
}

if (box) begin();
