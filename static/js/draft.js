// A draft changed by hand: which pairs are ticked is said, and only what can be done with them can be pressed.

for (const form of document.querySelectorAll("[data-choose]")) {
  const said = form.querySelector("[data-chosen]");
  const buttons = form.querySelectorAll("button[data-needs]");

  const show = () => {
    const boxes = Array.from(form.querySelectorAll("input[name=pair]:checked"));
    const chosen = boxes.map((box) => box.value);
    const meet = boxes.length === 2 && boxes[0].dataset.table && boxes[0].dataset.table === boxes[1].dataset.table;
    if (said) said.textContent = chosen.length ? `${said.dataset.some} ${chosen.join(", ")}` : said.dataset.none;
    for (const button of buttons) {
      const least = Number(button.dataset.needs);
      const most = Number(button.dataset.most ?? least);
      button.disabled = chosen.length < least || chosen.length > most || (meet && "apart" in button.dataset);
    }
  };

  form.addEventListener("change", show);
  addEventListener("pageshow", show);
  show();
}
