// Instants in the page become running clocks. What time it is the server says, so that a phone set wrong does no harm.
//
// <div data-clock data-server-time="/ara" data-say-arriving="…{time}…{left}…" …>
//   <time data-instant="start" datetime="…">   start, no-show, floor, ends (with data-announced), last-hand
//   <p data-pause="…" data-from="…" data-to="…">   no time runs; without data-to until somebody ends it
//   <span data-clock-face>                     minutes since the start
//   <p data-clock-say>                         what that means now

const SAMPLES = 3;
const AGAIN_AFTER = 10 * 60_000;
const LONGEST = 180 * 60;
const JUMP = 500;
let offset = 0;
let askedAt = -Infinity;
let between = Date.now() - performance.now();

export const now = () => Date.now() + offset;

async function sample(address) {
  const sent = performance.now();
  const answer = await fetch(address, { cache: "no-store" });
  const { ms } = await answer.json();
  const way = (performance.now() - sent) / 2;
  return { way, offset: ms + way - Date.now() };
}

async function askTheTime() {
  const address = document.querySelector("[data-server-time]")?.dataset.serverTime;
  if (!address || performance.now() - askedAt < AGAIN_AFTER) return;
  askedAt = performance.now();
  try {
    const samples = [];
    while (samples.length < SAMPLES) samples.push(await sample(address));
    offset = samples.reduce((best, each) => (each.way < best.way ? each : best)).offset;
    showAll();
    document.dispatchEvent(new CustomEvent("manilla:time-known"));
  } catch {
    askedAt = -Infinity; // the device's own time serves until the server answers
  }
}

// The device was asleep, or somebody set its clock: what was known of its error is known no longer.
function noticeAJump() {
  const is = Date.now() - performance.now();
  if (Math.abs(is - between) < JUMP) return;
  between = is;
  askedAt = -Infinity;
  askTheTime();
}

const twoDigits = (number) => String(number).padStart(2, "0");

function asClock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds >= LONGEST) return `${Math.floor(seconds / 3600)} h`;
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

function pausesOf(clock) {
  return [...clock.querySelectorAll("[data-pause]")].map(({ dataset }) => ({
    says: dataset.pause,
    from: Date.parse(dataset.from),
    to: dataset.to ? Date.parse(dataset.to) : Infinity,
  }));
}

function instantsOf(clock) {
  const found = { pauses: pausesOf(clock) };
  for (const time of clock.querySelectorAll("time[data-instant]")) {
    found[time.dataset.instant] = { at: Date.parse(time.dateTime), text: time.textContent.trim() };
    if ("announced" in time.dataset) found.announced = true;
  }
  return found;
}

// The order of tournament/core/clock.py.
function stateOf(instants, at) {
  const { ends, floor } = instants;
  const pause = instants.pauses.find(({ from, to }) => from <= at && at < to);
  if (ends && at >= ends.at && !(pause && pause.from < ends.at)) return { name: "over" };
  if (pause) return { name: "paused", says: pause.says };
  if (instants["last-hand"] && at >= instants["last-hand"].at) return { name: "last-hand" };
  if (instants.announced) return { name: "ending", until: ends };
  if (instants["no-show"] && at < instants["no-show"].at) return { name: "arriving", until: instants["no-show"] };
  if (floor && at < floor.at) return { name: "playing", until: floor };
  return ends ? { name: "limited", until: ends } : { name: "open-end" };
}

function playedAt(instants, at) {
  let reached = instants.start.at;
  let played = at - reached;
  for (const { from, to } of instants.pauses) {
    const length = Math.min(to, at) - Math.max(from, reached);
    if (length <= 0) continue; // minutes that two pauses share count once
    played -= length;
    reached = to;
  }
  return played;
}

function sayingOf(clock, { name, until, says }, at) {
  if (says) return says;
  const word = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const pattern = clock.dataset[`say${word[0].toUpperCase()}${word.slice(1)}`] ?? "";
  if (!until) return pattern;
  // A second begun still counts: "00:00 left" is shown when it is true.
  const facts = { "{left}": asClock(until.at - at + 999), "{time}": until.text };
  return pattern.replace(/{left}|{time}/g, (name) => facts[name]);
}

function write(element, text) {
  if (!element) return;
  if (element.textContent !== text) element.textContent = text;
  element.hidden = false;
}

function show(clock) {
  const instants = instantsOf(clock);
  if (!instants.start) return;
  const at = now();
  const state = stateOf(instants, at);
  if (clock.dataset.state !== state.name) clock.dataset.state = state.name;
  write(clock.querySelector("[data-clock-face]"), asClock(playedAt(instants, at)));
  write(clock.querySelector("[data-clock-say]"), sayingOf(clock, state, at));
}

// A pause that is over; and in a clock the one that is running, which the clock itself says.
function hidePauses() {
  const at = now();
  for (const pause of document.querySelectorAll("[data-pause]:not([hidden])")) {
    const isOver = Date.parse(pause.dataset.to) <= at;
    pause.hidden = isOver || Boolean(pause.closest("[data-clock]") && Date.parse(pause.dataset.from) <= at);
  }
}

function showAll() {
  document.querySelectorAll("[data-clock]").forEach(show);
  hidePauses();
}

function wake() {
  if (document.hidden) return;
  showAll();
  askTheTime();
}

function tick() {
  if (!document.hidden) {
    noticeAJump();
    showAll();
  }
  setTimeout(tick, 1000 - (now() % 1000));
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", wake);
addEventListener("online", wake);
document.addEventListener("manilla:refreshed", showAll);
askTheTime();
tick();
