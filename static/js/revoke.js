// The revoke review: two piles, entered card by card. What is entered lives in the form's two text fields, which work
// without this script too; here they are only read, drawn as cards, and written again at every tap.

const TRICK = 4;
const TRICKS = 12;
const LONGEST_UNDO = 300;

const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const isWhole = (trick) => trick.length === TRICK;

/** «o9 O1 o12 c2 / E3» as tricks of words. Without a sign between tricks every four words are one. */
export function parsed(text) {
  const joined = text.toUpperCase().trim().replace(/[\s/;]+$/, "").replace(/([A-Z])[ \t]+(?=\d)/g, "$1");
  const words = (part) => part.split(/[\s,]+/).filter(Boolean);
  const parts = joined.split(/\s*(?:[/;]|\n)\s*/);
  if (parts.length > 1) return parts.map(words);
  const all = words(joined);
  return Array.from({ length: Math.ceil(all.length / TRICK) }, (_, trick) => all.slice(trick * TRICK, (trick + 1) * TRICK));
}

/** The same tricks as the text that the server reads. */
export const written = (tricks) => tricks.map((trick) => trick.join(" ")).join(" / ");

const element = (name, text = "", classes = "") => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = classes;
  return made;
};

function review(form) {
  const facts = JSON.parse(form.dataset.facts);
  const part = (name) => form.querySelector(`[data-${name}]`);
  const fields = [form.elements.a, form.elements.b];
  const picks = [...form.querySelectorAll("[data-card]")];
  const tabs = [...form.querySelectorAll("[data-pile]")];
  const faces = part("faces").content;
  const nameOf = Object.fromEntries(picks.map((pick) => [pick.dataset.card, pick.getAttribute("aria-label")]));
  let piles = fields.map((field) => parsed(field.value));
  let pile = 0;
  // The trick being filled and the one shown above the cards: a whole one stays in sight until the next is begun.
  let filling = 0;
  let shown = 0;
  let opened = null;
  const past = [];

  const firstOpen = () => {
    const open = piles[pile].findIndex((trick) => trick.length < TRICK);
    return open < 0 ? piles[pile].length : open;
  };
  const say = (text) => { part("where").textContent = text; };

  const face = (code) => {
    const known = faces.querySelector(`[data-face="${CSS.escape(code)}"] svg`);
    return known ? known.cloneNode(true) : element("span", code, "unknown-card");
  };

  const whereIs = () => {
    const places = new Map();
    piles.forEach((tricks, of) => tricks.forEach((trick, index) => trick.forEach((code) =>
      places.set(code, { pair: facts.pairs[of], trick: index + 1 }))));
    return places;
  };

  function drawPicks() {
    const places = whereIs();
    for (const pick of picks) {
      const taken = places.get(pick.dataset.card);
      pick.setAttribute("aria-disabled", String(Boolean(taken)));
      pick.setAttribute("aria-label", nameOf[pick.dataset.card] + (taken ? `, ${fill(facts.taken_label, taken)}` : ""));
      pick.dataset.taken = taken ? `${taken.pair}${taken.trick}` : "";
    }
  }

  const action = (name, index) => {
    const button = element("button", facts[name], "button");
    button.type = "button";
    button.dataset.act = name;
    button.dataset.trick = index;
    return button;
  };

  function row(trick, index) {
    const item = element("li", "", isWhole(trick) ? "" : "is-short");
    const button = element("button", "", "trick-row");
    button.type = "button";
    button.dataset.open = index;
    button.setAttribute("aria-expanded", String(opened === index));
    const names = trick.map((code) => nameOf[code] ?? code).join(", ");
    button.setAttribute("aria-label", `${fill(facts.trick, { trick: index + 1 })}: ${names || facts.no_cards}`);
    button.append(element("b", String(index + 1)), ...trick.map(face));
    if (!isWhole(trick)) button.append(element("small", fill(facts.count, { cards: trick.length })));
    item.append(button);
    if (opened === index) {
      const actions = element("div", "", "trick-actions");
      actions.append(...["again", "insert", "remove"].map((name) => action(name, index)));
      item.append(actions);
    }
    return item;
  }

  function draw() {
    drawPicks();
    tabs.forEach((tab, of) => {
      tab.setAttribute("aria-pressed", String(of === pile));
      tab.querySelector("[data-count]").textContent = fill(facts.tricks, { tricks: piles[of].filter(isWhole).length });
    });
    const trick = piles[pile][shown] ?? [];
    [...part("slots").children].forEach((slot, index) => slot.replaceChildren(...(trick[index] ? [face(trick[index])] : [])));
    part("list-title").textContent = fill(facts.list_title, { pair: facts.pairs[pile] });
    part("tricks").replaceChildren(...piles[pile].map(row));
    part("listing").hidden = !piles.some((tricks) => tricks.length);
    part("undo").disabled = !past.length && !piles[pile].length;
  }

  function sayWhere() {
    const all = piles.flat();
    if (all.length === TRICKS && all.every(isWhole)) return say(facts.all_there);
    const trick = piles[pile][shown] ?? [];
    return say(fill(isWhole(trick) ? facts.whole : facts.under_way, { trick: shown + 1, cards: trick.length }));
  }

  const show = () => { draw(); sayWhere(); };
  const goOn = () => { filling = firstOpen(); shown = filling; opened = null; };

  /** A change that can be undone. */
  function change(what) {
    past.push(JSON.stringify({ piles, pile, filling, shown }));
    if (past.length > LONGEST_UNDO) past.shift();
    what();
    write();
  }

  function write() {
    fields.forEach((field, of) => { field.value = written(piles[of]); });
    show();
  }

  function tap(code) {
    const taken = whereIs().get(code);
    if (taken) return say(fill(facts.taken, { card: nameOf[code], ...taken }));
    return change(() => {
      const tricks = piles[pile];
      tricks[filling] = [...(tricks[filling] ?? []), code];
      shown = filling;
      opened = null;
      if (isWhole(tricks[filling])) filling = firstOpen();
    });
  }

  function undo() {
    if (past.length) ({ piles, pile, filling, shown } = JSON.parse(past.pop()));
    else {
      const last = piles[pile].length - 1;
      piles[pile][last].pop();
      if (!piles[pile][last].length) piles[pile].pop();
      filling = shown = Math.max(0, piles[pile][last] ? last : last - 1);
      if (isWhole(piles[pile][filling] ?? [])) filling = firstOpen();
    }
    opened = null;
    write();
  }

  const acts = {
    again: (index) => { piles[pile][index] = []; filling = shown = index; opened = null; },
    insert: (index) => { piles[pile].splice(index, 0, []); filling = shown = index; opened = null; },
    remove: (index) => { piles[pile].splice(index, 1); goOn(); },
  };

  function choose(of) {
    pile = of;
    goOn();
    if (!piles[pile][shown] && shown) shown -= 1;
    show();
  }

  part("grid").addEventListener("click", ({ target }) => {
    const pick = target.closest("[data-card]");
    if (pick) tap(pick.dataset.card);
  });
  part("grid").addEventListener("keydown", (event) => {
    const perRow = picks.filter((pick) => pick.offsetTop === picks[0].offsetTop).length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }[event.key];
    const next = step && picks[picks.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  // One stop of the tab key for all the cards; the arrows move inside.
  part("grid").addEventListener("focusin", ({ target }) => {
    for (const pick of picks) pick.tabIndex = pick === target ? 0 : -1;
  });
  picks.forEach((pick, index) => { pick.tabIndex = index ? -1 : 0; });
  tabs.forEach((tab, of) => tab.addEventListener("click", () => choose(of)));
  part("undo").addEventListener("click", undo);
  part("clear").addEventListener("click", ({ target }) => {
    change(() => { piles = [[], []]; pile = 0; goOn(); });
    target.closest("details").open = false;
    tabs[0].focus();
  });
  part("tricks").addEventListener("click", ({ target }) => {
    const { open, act, trick } = target.closest("button")?.dataset ?? {};
    if (open) {
      opened = opened === Number(open) ? null : Number(open);
      draw();
      part("tricks").querySelector(`[data-open="${open}"]`).focus({ preventScroll: true });
    }
    if (act) {
      change(() => acts[act](Number(trick)));
      part("where").scrollIntoView({ block: "nearest" });
      picks.find((pick) => pick.tabIndex === 0).focus({ preventScroll: true });
    }
  });

  // Typed by hand, or put back by the browser after Back.
  const read = () => {
    piles = fields.map((field) => parsed(field.value));
    choose(pile);
  };
  fields.forEach((field) => field.addEventListener("input", () => { past.length = 0; read(); }));
  addEventListener("pageshow", read);

  part("piles").hidden = false;
  part("undo").hidden = false;
  part("written").open = piles.flat(2).some((word) => !(word in nameOf));
  read();
}

for (const form of document.querySelectorAll("[data-revoke]")) review(form);
