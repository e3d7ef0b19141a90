// Another phone of the table writes a hand down while one is being typed here. Whoever types reads it before sending, and
// says whether it is the same hand; until then what is typed stays the hand that it was begun as, and a conflict if sent.

const notice = document.querySelector("[data-meanwhile]");
let base = null; // the hand that what is being typed comes after

/** Which hand the typed one follows, where the sheet has moved on: null where it has not, or the table has decided. */
export const baseOfTyped = () => base;

export function forgetMeanwhile() {
  base = null;
  if (notice) notice.hidden = true;
}

/** The sheet goes on from `fresh` now; what is typed was begun after `old`. */
export function tellMeanwhile(old, fresh, says) {
  if (!notice) return;
  base ??= old;
  if (base === fresh) {
    forgetMeanwhile(); // the other hand was taken back
    return;
  }
  notice.querySelector("[data-meanwhile-says]").textContent = says;
  notice.hidden = false;
}

/** What the table decides: `drop` for the same hand, `next` for another one. */
export function onDecision({ drop, next }) {
  notice?.querySelector("[data-meanwhile-drop]").addEventListener("click", () => {
    forgetMeanwhile();
    drop();
  });
  notice?.querySelector("[data-meanwhile-next]").addEventListener("click", () => {
    forgetMeanwhile();
    next();
  });
}
