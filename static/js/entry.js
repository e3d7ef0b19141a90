// A sheet typed from paper: Enter and the arrows go from row to row, an empty row leads to the foot, and whoever types
// sees what the server's checker says of it a moment after. Without this script «Only add it up» says the same.

const PAUSE = 150; // ms without a key until the sheet is added up

function prepare(form) {
  const body = form.querySelector("[data-rows]");
  const most = Number(form.dataset.mostRows);
  const rows = () => [...body.querySelectorAll("input")];
  const isUsed = (row) => row.value.trim() || row.placeholder;
  let timer;
  let asking;

  // What is typed stands in the address too: a page that was left by mistake comes back with it. The last "&" says
  // nothing, and makes it another address than the form's.
  function typed() {
    const data = new FormData(form);
    for (const name of ["csrfmiddlewaretoken", "client_id", "version", "sure"]) data.delete(name);
    return new URLSearchParams(data);
  }

  function show(page) {
    for (const now of page.querySelectorAll("[data-says]")) {
      const here = document.getElementById(now.id);
      if (here && here.innerHTML !== now.innerHTML) here.innerHTML = now.innerHTML;
    }
    for (const row of rows()) {
      if (page.getElementById(row.id)?.ariaInvalid) row.ariaInvalid = "true";
      else row.removeAttribute("aria-invalid");
    }
  }

  async function addUp() {
    asking?.abort();
    asking = new AbortController();
    const address = `${form.getAttribute("action")}?${typed()}&`;
    history.replaceState(null, "", address);
    try {
      const answer = await fetch(address, { signal: asking.signal, cache: "no-store" });
      if (answer.ok && !answer.redirected) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // It is added up again with the next key, and by the server when the sheet is sent.
    }
  }

  function grow() {
    const all = rows();
    const last = all.at(-1);
    if (all.length >= most || !last.value) return;
    const [row, says] = [...body.children].slice(-2).map((each) => each.cloneNode(true));
    const next = all.length + 1;
    for (const each of [row, says].flatMap((part) => [part, ...part.querySelectorAll("*")])) {
      if (each.id) each.id = each.id.replace(/\d+$/, next);
      if (each.matches("[data-says]")) each.replaceChildren();
    }
    const field = row.querySelector("input");
    field.value = "";
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-label", field.getAttribute("aria-label").replace(/\d+/, next));
    field.setAttribute("aria-describedby", `says-${next}`);
    body.append(row, says);
  }

  function goTo(field) {
    field?.focus();
    field?.select?.();
  }

  /** Where one goes on when the rows are done: to what the paper still has to say, or else to the button. */
  function goToFoot() {
    const { draw, total_a: total } = form.elements;
    if (!rows().some(isUsed)) goTo(total);
    else if (!draw.value && !draw.placeholder) goTo(draw);
    else goTo(form.querySelector("[data-done]"));
  }

  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const all = rows();
    const at = all.indexOf(target);
    const isBack = key === "ArrowUp" || (key === "Enter" && event.shiftKey);
    if (at < 0) {
      const next = key === "Enter" && target.name === "total_a" ? form.elements.total_b : null;
      const back = key === "ArrowUp" && target.matches("button") ? all.filter(isUsed).at(-1) : null;
      if (next ?? back) event.preventDefault();
      goTo(next ?? back);
      return;
    }
    if (key !== "Enter" && !isBack && key !== "ArrowDown") return;
    event.preventDefault();
    if (isBack) goTo(all[at - 1]);
    else if (key === "Enter" && !target.value.trim()) goToFoot();
    else goTo(all[at + 1]);
  });
  form.addEventListener("input", () => {
    grow();
    clearTimeout(timer);
    timer = setTimeout(addUp, PAUSE);
  });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    asking?.abort();
  });
  addEventListener("pageshow", grow); // Back puts what was typed there again
}

for (const form of document.querySelectorAll("[data-typed]")) prepare(form);
