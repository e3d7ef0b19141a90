// How long a table has played: <time data-minutes datetime="…">10:04</time> becomes 42′, pauses left out, and stops at
// data-until. Without a script the instant stays.

import { now } from "./clock.js";

/** Milliseconds of play between two instants. */
function played(since, until) {
  const pauses = JSON.parse(document.querySelector("[data-pauses]")?.dataset.pauses ?? "[]");
  const paused = pauses.map(({ begins, ends }) => {
    const from = Math.max(since, Date.parse(begins));
    const to = Math.min(until, ends ? Date.parse(ends) : until);
    return Math.max(0, to - from);
  });
  return until - since - paused.reduce((sum, each) => sum + each, 0);
}

function show(time) {
  const until = time.dataset.until ? Date.parse(time.dataset.until) : now();
  const text = `${Math.max(0, Math.floor(played(Date.parse(time.dateTime), until) / 60_000))}′`;
  time.title ||= time.textContent.trim();
  if (time.textContent !== text) time.textContent = text;
}

const showAll = () => document.querySelectorAll("time[data-minutes]").forEach(show);

for (const renewed of ["htmx:afterSwap", "manilla:refreshed", "manilla:time-known", "visibilitychange"]) {
  document.addEventListener(renewed, showAll);
}
setInterval(() => document.hidden || showAll(), 5000);
showAll();
