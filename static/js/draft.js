// A draft changed by hand: which pairs are ticked is said, and only what can be done with them can be pressed.

for (const form of document.querySelectorAll("[data-choose]")) {
  const said = form.querySelector("[data-chosen]");
  const buttons = form.querySelectorAll("button[data-needs]");

  const show = () => {
    const chosen = Array.from(form.querySelectorAll("input[name=pair]:checked"), (box) => box.value);
    said.textContent = chosen.length ? `${said.dataset.some} ${chosen.join(", ")}` : said.dataset.none;
    for (const button of buttons) {
      const least = Number(button.dataset.needs);
      const most = Number(button.dataset.most ?? least);
      button.disabled = chosen.length < least || chosen.length > most;
    }
  };

  form.addEventListener("change", show);
  addEventListener("pageshow", show);
  show();
}
