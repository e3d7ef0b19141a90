// The hall's screen. Lists are fitted to the window and turn their pages by themselves; breaks stand before them while
// they last; a message may be heard. One timer, a second long, however long the night is.
//
// <ol data-pages>            a list; its rows are shown page by page
// [data-say-page]            "Page {page} of {pages}", beside it
// [data-break data-from data-to]   stands before [data-stage] from … to
// [data-behind-since data-time-zone]   since when the server is away, in the championship's time

import { now } from "./clock.js";

const EVERY = 12_000;
const MOST_PAGES = 10; // two minutes until everybody has been there
const FITS = [1.05, 0.86, 0.76, 0]; // the last is what the stylesheet allows at least
const LARGEST = 2;
const LEAST_HUGE = 0.3;
let page = 0;
let pages = 1;
let shown = "";
let turnsAt = 0;
let hears = null; // where sound comes from, once somebody at the screen has asked for it

const stage = () => document.querySelector("[data-stage]");
const list = () => stage()?.querySelector("[data-pages]");
const number = (element, name) => Number(getComputedStyle(element).getPropertyValue(name));

/** As few columns as hold all rows, and then as large as they are wide; else all columns and several pages. */
function planOf(rows, all) {
  const most = number(all, "--most") || number(all, "--columns") || 1;
  let plan;
  for (let across = 1; across <= most; across += 1) {
    plan = planned(rows, all, across, Math.min(most / across, LARGEST));
    if (plan.pages === 1) break;
  }
  return plan;
}

function planned(rows, all, across, large) {
  all.style.setProperty("--large", large);
  const row = parseFloat(getComputedStyle(all).gridAutoRows);
  const gap = parseFloat(getComputedStyle(all).rowGap) || 0;
  const fit = Math.max(1, Math.floor((all.clientHeight + gap) / (row + gap)));
  return { across, large, fit, pages: Math.ceil(rows.length / (across * fit)) };
}

/** The same with smaller letters, then with fewer columns: so more of a name has room beside its number. */
function roomier(rows, all, { across, large }) {
  if (large > 1) return planned(rows, all, across, 1);
  return across > 1 ? planned(rows, all, across - 1, 1) : null;
}

function layOut() {
  fitSentences();
  if (stage()?.hidden) return; // nothing can be measured then
  const all = list();
  const rows = [...(all?.children ?? [])];
  pages = 1;
  sayPage(99, 99); // the heading is as high as it will be
  if (rows.length) {
    let plan = planOf(rows, all);
    while (namesCut(rows, all, plan)) {
      const next = roomier(rows, all, plan);
      if (!next || next.pages > MOST_PAGES) break;
      plan = next;
    }
    setOut(rows, all, plan);
  }
  page = Math.min(page, pages - 1);
  showPage();
}

/** Every page as full as the others. */
function setOut(rows, all, { across, large, pages: wanted }) {
  const down = Math.ceil(Math.ceil(rows.length / wanted) / across);
  all.dataset.page = down * across;
  for (const [name, value] of [["--large", large], ["--across", across], ["--down", down]]) all.style.setProperty(name, value);
  pages = Math.ceil(rows.length / (down * across));
}

/** Each name as large as it stands on one line, or on two; what the smallest letters cannot hold on two ends with an
    ellipsis. Measured all at once, step by step, in columns as wide as planned. Returns how many are cut. */
function namesCut(rows, all, { across, large }) {
  for (const [name, value] of [["--large", large], ["--across", across], ["--down", Math.ceil(rows.length / across)]]) all.style.setProperty(name, value);
  for (const row of rows) row.hidden = false;
  let left = [...all.querySelectorAll(".screen-name")];
  for (const name of left) name.classList.remove("is-long");
  for (const fit of FITS) {
    for (const name of left) name.style.setProperty("--fit", fit);
    left = left.filter((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1);
  }
  for (const name of left) name.classList.add("is-long");
  return left.length;
}

/** One sentence for the hall is as large as it has room. */
function fitSentences() {
  for (const each of document.querySelectorAll(".stage:not([hidden])")) {
    if (!each.querySelector(".screen-huge")) continue;
    for (let huge = 1; huge > LEAST_HUGE; huge -= 0.05) {
      each.style.setProperty("--huge", huge);
      if (each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth) break;
    }
  }
}

function showPage() {
  const all = list();
  const size = Number(all?.dataset.page ?? 1);
  const rows = [...(all?.children ?? [])];
  rows.forEach((row, index) => {
    row.hidden = Math.floor(index / size) !== page;
  });
  sayPage(page + 1, pages);
}

function sayPage(which, of) {
  const says = stage()?.querySelector("[data-say-page]");
  if (!says) return;
  says.hidden = of < 2;
  says.textContent = says.dataset.sayPage.replace("{page}", which).replace("{pages}", of);
}

function turn() {
  if (performance.now() < turnsAt) return;
  turnsAt = performance.now() + EVERY;
  if (pages < 2) return;
  page = (page + 1) % pages;
  showPage();
}

/** Something else is on the screen: it begins with its first page, and a message is heard. */
function notice() {
  const { stage: what = "", since = "" } = stage()?.dataset ?? {};
  const key = `${what} ${since} ${document.title}`;
  if (key !== shown) {
    if (shown && what === "message") sound();
    shown = key;
    page = 0;
    turnsAt = performance.now() + EVERY;
  }
}

function breaks() {
  const at = now();
  const all = [...document.querySelectorAll("[data-break]")];
  const runs = all.find(({ dataset: { from, to } }) => (!from || Date.parse(from) <= at) && (!to || at < Date.parse(to)));
  for (const each of all) each.hidden = each !== runs;
  const base = stage();
  if (!base || base.hidden === Boolean(runs)) return;
  base.hidden = Boolean(runs);
  layOut();
}

/** The figures of the clock as large as their column is wide; measured anew when there are more of them. */
function fitClock() {
  const face = document.querySelector("[data-clock-face]");
  const measured = `${face?.textContent.length} ${face?.clientWidth}`;
  if (!face || face.dataset.measured === measured) return;
  face.style.setProperty("--face", 1);
  face.style.setProperty("--face", Math.min(1, face.clientWidth / face.scrollWidth));
  face.dataset.measured = measured;
}

/** In the championship's time, wherever the computer believes to be. */
function sayBehind(since) {
  const { timeZone } = since.dataset;
  since.textContent = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(now());
}

// --- Sound, which browsers allow only after somebody has asked for it ------------------------------------------------

function sound() {
  if (!hears) return;
  for (const [pitch, after] of [[523, 0], [659, 0.35]]) {
    const tone = new OscillatorNode(hears, { frequency: pitch });
    const loud = new GainNode(hears, { gain: 0 });
    const begins = hears.currentTime + after;
    loud.gain.linearRampToValueAtTime(0.3, begins + 0.05);
    loud.gain.exponentialRampToValueAtTime(0.001, begins + 0.9);
    tone.connect(loud).connect(hears.destination);
    tone.start(begins);
    tone.stop(begins + 1);
  }
}

function switchSound(button) {
  hears?.close();
  hears = hears ? null : new AudioContext();
  button.setAttribute("aria-pressed", Boolean(hears));
  button.querySelector("[data-sound-on]").hidden = !hears;
  button.querySelector("[data-sound-off]").hidden = Boolean(hears);
  sound();
}

// --- The screen stays awake, where the browser allows it -----------------------------------------------------------

function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

function fresh() {
  notice();
  breaks();
  layOut();
  fitClock();
}

function tick() {
  breaks();
  turn();
  fitClock();
  setTimeout(tick, 1000);
}

const button = document.querySelector("[data-sound]");
button.hidden = !globalThis.AudioContext;
button.addEventListener("click", () => switchSound(button));
addEventListener("keydown", ({ key, target }) => key === "s" && target !== button && !button.hidden && switchSound(button));
addEventListener("resize", layOut);
document.addEventListener("manilla:refreshed", fresh);
document.addEventListener("visibilitychange", stayAwake);
const behind = document.querySelector("[data-behind]");
new MutationObserver(() => behind.hidden || sayBehind(behind.querySelector("[data-behind-since]"))).observe(behind, { attributeFilter: ["hidden"] });
stayAwake();
fresh();
setTimeout(tick, 1000);
