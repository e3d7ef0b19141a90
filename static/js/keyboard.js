// After each form the page comes anew, and who uses a keyboard would begin again at its top: they go on at the heading of
// what comes next. Whoever taps is moved nowhere. Must run before outbox.js, which takes from the address what was done.

const KEY = "sheet.keyboard";
let isKeyboard = false;

/** A browser that keeps nothing begins at the top. */
const kept = (act) => {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
};

function goOn() {
  const isSigned = new URLSearchParams(location.search).has("signa");
  const heading = document.querySelector(isSigned ? "#sign-title, #acabada" : ".turn h2, #acabada");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

addEventListener("keydown", () => (isKeyboard = true), true);
addEventListener("pointerdown", () => (isKeyboard = false), true);
addEventListener("submit", () => kept((store) => (isKeyboard ? store.setItem(KEY, "1") : store.removeItem(KEY))), true);

if (kept((store) => store.getItem(KEY))) {
  kept((store) => store.removeItem(KEY));
  goOn();
}
