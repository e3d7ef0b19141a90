// Hands that are written down while the network fails. Each is kept on the phone before it is sent, and leaves it only
// with the server's answer; sent again, by itself, it carries the same id, so that it is written once.
// In order: a hand names the one before it (`after`), and nothing overtakes a hand that was refused.
// Without storage nothing here acts, and the form is sent as any form.

import { freshId } from "./forms.js";
import { baseOfTyped, forgetMeanwhile, onDecision, tellMeanwhile } from "./meanwhile.js";
import { ask } from "./outbox_ask.js";
import * as store from "./outbox_store.js";
import { callerOf, counts, empty, factsOf, handText, nextCaller, preview, showBarred, typedIn, worked } from "./sheet.js";

const WAITS = [2, 4, 8, 16, 30].map((seconds) => seconds * 1000);
const TWICE = 1000;
const FIELDS = ["base", "doubling", "side", "points", "unit", "maker"];
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

function accept({ id, fields }, { totals, number }) {
  store.forget(token, [id]);
  wasSent = true;
  document.dispatchEvent(new CustomEvent("manilla:sent"));
  if (page.known.includes(id)) return; // the sheet came with it before the answer did
  page.known.push(id);
  page.after = id;
  page.totals = totals;
  page.played = number ?? page.played;
  page.maker = nextCaller(page.maker, fields);
}

/** After an answer: the sheet as the server has it, or its page that compares both hands – unless somebody types. */
function goOn() {
  const [head] = read();
  if (isTyping() && !isAsked) return;
  if (head?.refused) compare(head);
  else if (!head && wasSent) {
    box.dataset.sent = ""; // no renewal of the page overtakes it
    location.replace(`${box.dataset.sheetAddress}?ok=hand`);
  }
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
  again.dataset.sent = ""; // no renewal of the page overtakes it
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
  const text = handText(facts, typedIn(form), says);
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
  forgetMeanwhile();
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

const page = { after: box?.dataset.after ?? "", known: [] };
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
  if (!refusedHere()) form.elements.after.value = kept.length ? kept[kept.length - 1].id : (baseOfTyped() ?? page.after);
  const totals = page.totals.map((total, pair) => sum(waiting, pair, total));
  if (String(totals) !== String(factsOf(form).totals)) showTotals(totals);
  showTurn(totals, waiting);
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
  const { sayHand, sayHandOf, sayCalls, sayDeals, most } = box.dataset;
  const { target, numbers, texts, ends_by: endsBy } = factsOf(form);
  const number = page.played + waiting.filter(counts).length + 1;
  form.dataset.caller = waiting.reduce((caller, { fields }) => nextCaller(caller, fields), page.maker);
  showBarred(form, waiting, page.maker);
  const isLast = (endsBy && waiting.some(counts)) || (most && number > most && totals[0] !== totals[1]);
  const isEnd = (target && Math.max(...totals) >= target) || isLast;
  form.hidden = Boolean(waiting.length && isEnd);
  const maker = callerOf(form);
  if (!turn || !(waiting.length || wasSent || turn.dataset.moved || maker !== page.maker)) return;
  turn.dataset.moved = "1";
  const dealer = page.deals === "next" ? nextCaller(maker, {}) : page.deals && maker;
  const ofPair = (words, side) => (side ? ` · ${fill(words, { number: numbers[side === "a" ? 0 : 1] })}` : "");
  const hand = fill(most ? sayHandOf : sayHand, { number, most }) + ofPair(sayCalls, maker) + ofPair(sayDeals, dealer);
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
  const number = page.played + kept.slice(0, at + 1).filter(counts).length;
  const isNumbered = counts(hand) && !isStopped && !isGone;
  part("number").textContent = isNumbered ? `${fill(box.dataset.sayHand, { number })}:` : "";
  part("hand").textContent = hand.text;
  part("sentence").textContent = hand.refused?.sentence ?? "";
  part("refused").hidden = !hand.refused;
  part("ask").hidden = !hand.refused || isSaidHere();
  part("sentence").hidden = !hand.refused || Boolean(refusedHere());
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

// --- The sheet as it was written meanwhile, on this phone or another ---

/** What the server's page says of the sheet. Who deals follows from who calls: the same pair, or the next to call. */
function takeFacts({ after, known, played, maker, dealer }) {
  page.after = after;
  page.known = known.split(" ").filter(Boolean);
  page.played = Number(played);
  page.maker = maker;
  page.deals = dealer && (dealer === maker ? "same" : "next");
  page.totals = (form && factsOf(form).totals) ?? LEVEL;
  store.forget(token, page.known);
}

/** The page has been renewed: the next hand follows what it shows now – but for one that is being typed. */
function follow({ detail }) {
  const fresh = detail.page.querySelector("[data-outbox]")?.dataset;
  if (!fresh) return;
  const facts = detail.page.querySelector("form[data-hand]")?.dataset.facts;
  if (form && facts) form.dataset.facts = facts;
  const { after: old, known } = page;
  const kept = read().length;
  takeFacts(fresh);
  wasSent ||= read().length < kept; // its answer was lost, or is still on its way
  if (form && "touched" in form.dataset && old !== page.after && !read().length) tellOf(old, known, fresh);
  if (turn) delete turn.dataset.moved;
  show();
  if (form && !form.querySelector(":scope > .error")) preview(form);
}

function tellOf(old, known, { last, played, sayHandCame, sayRowsChanged }) {
  const isNext = known.every((id) => page.known.includes(id));
  tellMeanwhile(old, page.after, isNext ? fill(sayHandCame, { number: played, hand: last }) : sayRowsChanged);
}

/** What was kept when the page came: some of it may be on the sheet by now, or decided about. */
function settle() {
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

// What was done is said once: a page that is loaded again does not say it.
function cleanAddress() {
  const address = new URL(location.href);
  for (const told of ["ok", "signa", "vist"]) address.searchParams.delete(told);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

function begin() {
  turn?.append(state);
  takeFacts(box.dataset);
  settle();
  cleanAddress();
  const refused = refusedHere();
  if (refused && choice) offerChoice(refused);
  if (form) {
    if (store.hasStorage()) takeUpDraft();
    document.addEventListener("submit", forgiveTwice, true);
    form.addEventListener("submit", takeDown);
    onDecision({ drop: () => [empty(form), show()], next: show });
    form.addEventListener("change", ({ target }) => target.name === "maker" && show());
  }
  document.addEventListener("manilla:refreshed", follow);
  addEventListener("online", send);
  addEventListener("storage", (event) => store.concerns(event, token) && showOtherWindow());
  addEventListener("pageshow", ({ persisted }) => persisted && send());
  document.addEventListener("visibilitychange", () => document.hidden || send());
  show();
  send();
  sendElsewhere();
}

if (box) begin();
