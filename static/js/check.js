// The sheet checker: Enter goes on to the next cell, the arrows up and down, and a full sheet gets one row more.

const rowsIn = (form) => form.querySelector("[data-rows]");
const numberOf = (field) => Number(field.name.match(/\d+$/)?.[0]);
const hasText = (row) => [...row.querySelectorAll("input, select")].some((field) => field.value);

function prepare(form) {
  const rows = rowsIn(form);
  const blank = form.querySelector("[data-blank]").innerHTML;
  const most = Number(form.dataset.mostRows);
  const cells = () => [...form.querySelectorAll(".check-sheet :is(input, select)")];

  function grow() {
    const all = rows.querySelectorAll("tr[id]");
    if (all.length >= most || !hasText(all[all.length - 1])) return;
    rows.insertAdjacentHTML("beforeend", blank.replaceAll("{n}", all.length + 1));
  }

  // What is typed stands in the address too: a phone that was locked meanwhile has not lost it. The last "&" says
  // nothing, and makes it another address than the form's: to its own a browser would not go.
  const keep = () => history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}&`);

  function goTo(field, event) {
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select?.();
  }

  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const all = cells();
    const at = all.indexOf(target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "Enter") goTo(all[at + 1], event);
    const step = target.tagName === "INPUT" && { ArrowUp: -1, ArrowDown: 1 }[key];
    if (step) goTo(form.elements[target.name.replace(/\d+$/, numberOf(target) + step)], event);
  });
  form.addEventListener("input", grow);
  form.addEventListener("change", keep);
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (!value) formData.delete(name);
  });
  addEventListener("pageshow", grow); // Back puts what was typed there again
}

for (const form of document.querySelectorAll("[data-check]")) prepare(form);
