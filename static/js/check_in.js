// Checking pairs in: the list is narrowed while one types, Enter presses the only row that is left. Rows keep their
// order; the one that was pressed keeps the focus (htmx finds it by its id).

import { plain } from "./plain.js";

const field = document.querySelector("[data-filter-rows]");
const list = document.querySelector("[data-rows]");
const said = () => document.querySelector("#check-in-said");

// A number finds that pair alone; words find every pair that has them all.
function isAskedFor(row, asked) {
  if (/^\d+$/.test(asked)) return row.dataset.number === String(Number(asked));
  const words = plain(row.dataset.words);
  return asked.split(" ").every((part) => words.includes(part));
}

function narrow() {
  const asked = plain(field.value);
  for (const row of list.children) row.hidden = Boolean(asked) && !isAskedFor(row, asked);
  const left = Array.from(list.children).filter((row) => !row.hidden);
  document.querySelector("[data-no-row]").hidden = left.length > 0;
  return left;
}

if (field && list) {
  field.addEventListener("input", narrow);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const left = narrow();
    if (left.length !== 1 || !field.value.trim()) return;
    const button = left[0].querySelector("button");
    // Who is here already is not sent away by a number typed twice, nor is the box left: the next one is being typed.
    if (button.getAttribute("aria-pressed") === "true") {
      said()?.replaceChildren(said().dataset.already.replace("{number}", left[0].dataset.number));
    } else button.click();
    field.value = "";
    narrow();
    field.focus();
  });
  // A row that came back is narrowed like the others.
  document.addEventListener("htmx:afterSettle", narrow);
}

// A tap that did not get through is never silent.
const failed = () => said()?.replaceChildren(said().dataset.failed);
document.addEventListener("htmx:sendError", failed);
document.addEventListener("htmx:responseError", failed);
