// Narrows a list of choices while one types: every word has to be found. Without this script one reads the whole list.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

for (const field of document.querySelectorAll("[data-filter]")) {
  const list = document.querySelector(field.dataset.filter);
  const rows = [...list.querySelectorAll("[data-words]")].map((row) => [row, plain(row.dataset.words)]);
  const fold = list.querySelector("details");
  const wasOpen = fold?.open;
  field.closest("[data-search]").hidden = false;
  field.addEventListener("input", () => {
    const asked = plain(field.value).split(/\s+/).filter(Boolean);
    for (const [row, words] of rows) row.hidden = !asked.every((word) => words.includes(word));
    if (fold) fold.open = wasOpen || asked.length > 0;
  });
  // A search says nothing of the infraction: it is not sent, and it proposes nothing.
  field.addEventListener("change", (event) => event.stopPropagation());
  field.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
}

// A link may have chosen a row that is further down than the list shows.
const list = document.querySelector("#article-list");
const chosen = list?.querySelector("input:checked")?.closest("[data-words]");
if (chosen) {
  const [row, box] = [chosen.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += row.top - box.top - (box.height - row.height) / 2;
}
