// Find my pair: typed once by number or name, remembered on this device, its table then stands on top.
// The list itself is in the page and complete: without this script one reads it.

import { plain } from "./plain.js";

const MOST = 6;
const box = document.querySelector("[data-find]");
const slug = document.querySelector("[data-championship]")?.dataset.championship ?? "";
const KEY = `manilla.pair.${slug}`;

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

// Storage may be closed to us (private windows): then the choice lasts as long as the page.
let chosen = "";
try {
  chosen = localStorage.getItem(KEY) ?? "";
} catch {
  chosen = "";
}

function remember(number) {
  chosen = number;
  try {
    if (number) localStorage.setItem(KEY, number);
    else localStorage.removeItem(KEY);
  } catch {
    // Nothing is lost but the memory of it.
  }
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function pairsOfPage() {
  return [...document.querySelectorAll("[data-pair]")].map((node) => ({
    node,
    number: node.dataset.pair,
    name: node.dataset.name,
    words: plain(node.dataset.name),
  }));
}

// A number finds that pair alone, a whole name that one; words find every name that has them all, in any order.
function matching(query) {
  const asked = plain(query);
  if (!asked) return [];
  const pairs = pairsOfPage();
  if (/^\d+$/.test(asked)) {
    const exact = pairs.filter((pair) => pair.number === String(Number(asked)));
    if (exact.length) return exact;
  }
  const named = pairs.filter((pair) => pair.words === asked);
  if (named.length) return named;
  const parts = asked.split(" ");
  return pairs.filter((pair) => parts.every((part) => pair.words.includes(part)));
}

function pairLabel(pair) {
  const label = element("span", "pair");
  label.append(element("span", "pair-number", pair.number), " ", element("span", "war-name", pair.name));
  return label;
}

function offer() {
  const input = box.querySelector("input");
  const list = box.querySelector("[data-find-results]");
  const found = matching(input.value);
  list.replaceChildren(
    ...found.slice(0, MOST).map((pair) => {
      const button = element("button", "button find-result");
      button.type = "button";
      button.append(pairLabel(pair));
      button.addEventListener("click", () => choose(pair.number));
      const item = element("li");
      item.append(button);
      return item;
    }),
  );
  const nobody = box.querySelector("[data-find-nobody]");
  nobody.hidden = !plain(input.value) || found.length > 0;
  const more = found.length - MOST;
  if (more > 0) list.append(element("li", "muted", fill(box.dataset.sayMore, { number: more })));
}

function choose(number) {
  remember(number);
  const input = box.querySelector("input");
  input.value = "";
  offer();
  show();
  if (number) box.querySelector("[data-my-table]").focus();
  else input.focus();
}

function describe(card, pair) {
  const { say, table, against, againstName, score, state, rank } = pair.node.dataset;
  const { sayTable, sayAgainst, sayPlace } = box.dataset;
  card.append(pairLabel(pair));
  if (!table) {
    card.append(element("p", "my-place", say ?? ""));
  } else {
    card.append(element("p", "my-place", fill(sayTable, { table })));
    const opponent = element("p", "my-opponent", `${sayAgainst} `);
    opponent.append(pairLabel({ number: against, name: againstName }));
    card.append(opponent);
  }
  const line = [score, state, rank && fill(sayPlace, { rank })].filter(Boolean).join(" · ");
  if (line) card.append(element("p", "my-score", line));
}

function show() {
  const mine = chosen ? pairsOfPage().find((pair) => pair.number === chosen) : undefined;
  for (const row of document.querySelectorAll("[data-mine]")) {
    row.classList.toggle("is-mine", Boolean(chosen) && row.dataset.mine.split(" ").includes(chosen));
  }
  if (!box) return;
  box.hidden = false;
  const form = box.querySelector("form");
  const card = box.querySelector("[data-my-table]");
  const body = card.querySelector("[data-my-body]");
  form.hidden = Boolean(mine);
  card.hidden = !mine;
  body.replaceChildren();
  if (mine) describe(body, mine);
}

if (box) {
  box.querySelector("input").addEventListener("input", offer);
  box.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const found = matching(box.querySelector("input").value);
    if (found.length === 1) choose(found[0].number); // of several, whoever looks takes the own one
  });
  box.querySelector("[data-change]").addEventListener("click", () => choose(""));
}
document.addEventListener("manilla:refreshed", show);
show();

// «La meva taula» of the bottom bar leads here: it is then the place that is marked,
// and whoever has not chosen yet can type at once.
const places = [...document.querySelectorAll(".bottom-bar a")];
const markedByServer = places.find((place) => place.hasAttribute("aria-current"));

function markPlace() {
  const mine = box && location.hash === "#la-meva-taula" && places.find((place) => place.hash === location.hash);
  for (const place of places) place.removeAttribute("aria-current");
  (mine || markedByServer)?.setAttribute("aria-current", "page");
}

function askWhoseTable() {
  markPlace();
  if (location.hash === "#la-meva-taula" && box && !box.querySelector("form").hidden) box.querySelector("input").focus();
}
addEventListener("hashchange", askWhoseTable);
askWhoseTable();
