// How long somebody has waited: <time data-waited role="timer" datetime="…">10:04</time> becomes 1:20 and goes on
// counting. Without a script the instant stays; nobody is read the seconds aloud.

import { now } from "./clock.js";

const twoDigits = (number) => String(number).padStart(2, "0");

function elapsed(since) {
  const seconds = Math.max(0, Math.floor((now() - since) / 1000));
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

function show(time) {
  time.title ||= time.textContent.trim();
  time.textContent = elapsed(Date.parse(time.dateTime));
}

const showAll = () => document.querySelectorAll("time[data-waited]").forEach(show);

function tick() {
  if (!document.hidden) showAll();
  setTimeout(tick, 1000 - (now() % 1000));
}

for (const renewed of ["htmx:afterSwap", "manilla:refreshed", "manilla:time-known", "visibilitychange"]) {
  document.addEventListener(renewed, showAll);
}
tick();
