// One's way to a row of long standings: what is typed, a number or words of a name, leaves only the rows that have it.

import { plain } from "./plain.js";

const input = document.querySelector("[data-search]");
const nobody = document.querySelector("[data-search-nobody]");

const nameOf = (row) => plain(row.querySelector(".war-name")?.textContent.replace(/\u00ad/g, "") ?? "");

function fits(row, asked) {
  if (/^\d+$/.test(asked)) return row.dataset.mine === String(Number(asked));
  const name = nameOf(row);
  return asked.split(" ").every((part) => name.includes(part));
}

function narrow() {
  const asked = plain(input.value);
  let found = 0;
  for (const row of document.querySelectorAll(".standings tbody tr")) {
    row.hidden = Boolean(asked) && !fits(row, asked);
    found += !row.hidden;
  }
  nobody.hidden = found > 0;
}

input.closest("form").hidden = false;
input.form.addEventListener("submit", (event) => event.preventDefault());
input.addEventListener("input", narrow);
document.addEventListener("manilla:refreshed", narrow);
