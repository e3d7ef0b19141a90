// The card-point counter: what is tapped is counted at once. The server counts the same when the form is sent;
// all numbers and sentences come from the page.

const fill = (text, facts) => text.replace(/%\((\w+)\)s/g, (_, name) => facts[name]);
const whole = (text) => (/^\d{1,2}$/.test(text) ? Number(text) : NaN);

/** What `cards` (their card points) and the typed `tricks` make: { says }, with { sum, cardPoints } or { isProblem }. */
export function counted(facts, { cards, tricks, most, multiplier, form }) {
  const { texts } = facts;
  const inCards = cards.reduce((sum, points) => sum + points, 0);
  if (!tricks) return { says: cards.length ? fill(texts.cards_only, { cards: inCards }) : texts.begin };
  const number = whole(tricks);
  if (!(number <= most)) return { says: fill(texts.tricks, { tricks }), isProblem: true };
  const hold = texts.by_tricks[number];
  if (cards.length > hold.most) return { says: fill(hold.too_many, { cards: cards.length }), isProblem: true };
  if (cards.length < hold.least) return { says: fill(hold.too_few, { cards: cards.length }), isProblem: true };
  const sum = inCards + number * facts.trick;
  const points = Math.abs(sum - facts.level) * multiplier;
  const winner = sum > facts.level ? texts.ours : texts.theirs;
  return {
    says: points ? fill(winner[form(points)] ?? winner.other, { points }) : texts.level,
    sum: fill(texts.sum, { cards: inCards, tricks: number * facts.trick, sum }),
    cardPoints: [sum, facts.all - sum],
  };
}

function prepare(form) {
  const facts = JSON.parse(form.dataset.facts);
  const plural = new Intl.PluralRules(document.documentElement.lang);
  const part = (name) => form.querySelector(`[data-${name}]`);
  const tricks = form.elements.bases;
  const steps = form.querySelectorAll("[data-step]");
  const most = Number(tricks.dataset.most);

  let keeping;

  // In the address, so that a phone that was locked meanwhile, another language, or somebody else gets the same count.
  const keep = () => history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}`);
  const bids = () => JSON.parse(form.elements.reglament?.selectedOptions[0].dataset.bids ?? form.dataset.bids);

  function show() {
    const allowed = bids();
    for (const radio of form.elements.contro) {
      radio.disabled = !(form.elements.joc.value + radio.value in allowed);
      // Not by the list's value: no browser finds the empty one by it.
      if (radio.disabled && radio.checked) form.querySelector("[name=contro][value='']").checked = true;
    }
    const answer = counted(facts, {
      cards: [...form.querySelectorAll("[name=carta]:checked")].map((card) => Number(card.dataset.points)),
      tricks: tricks.value.trim(),
      most,
      multiplier: allowed[form.elements.joc.value + form.elements.contro.value],
      form: (number) => plural.select(number),
    });
    part("says").textContent = answer.says;
    part("sum").textContent = answer.sum ?? "";
    part("ours").textContent = answer.cardPoints?.[0] ?? "–";
    part("theirs").textContent = answer.cardPoints?.[1] ?? "–";
    const { classList } = form.querySelector("#resposta");
    classList.toggle("is-problem", Boolean(answer.isProblem));
    classList.toggle("has-points", Boolean(answer.cardPoints));
    tricks.setAttribute("aria-invalid", String(Boolean(answer.isProblem)));
    const number = whole(tricks.value.trim());
    for (const button of steps) button.ariaDisabled = String(button.dataset.step > 0 ? number >= most : number <= 0);
    clearTimeout(keeping);
    keeping = setTimeout(keep, 500);
  }

  for (const button of steps) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const number = whole(tricks.value.trim()) || 0;
      tricks.value = Math.min(Math.max(number + Number(button.dataset.step), 0), most);
      show();
    });
  }
  tricks.addEventListener("focus", () => tricks.select());
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("pageshow", show); // Back puts cards and tricks there again
  part("submit").hidden = true;
  show();
}

for (const form of document.querySelectorAll("[data-count]")) prepare(form);
