// Keeps the pages of the sheets that this phone has open, and the files they need, for when the network is away. Nothing
// else: no page of the desk, no public one, no form. BUILD stands above: what one build keeps, another never shows.

const STORE = `manilla-sheets-${BUILD}`;
const SHEETS_KEPT = 4;
const PATIENCE = 4_000;
const SHEET = /^(\/\w\w)?\/f\/[\w-]+\/$/;
const TABLE = /^(\/\w\w)?\/t\/[\w-]+\/$/;
const FILE = /^\/static\//;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
// What has just been done may stand on a kept page; what was refused, or asked for by a link, may not.
const PLAIN = /^(\?ok=\w*)?$/;

const store = () => caches.open(STORE);
const pathOf = ({ url }) => new URL(url).pathname;

async function inTime(asked) {
  let timer;
  const late = new Promise((_, refuse) => (timer = setTimeout(() => refuse(new Error("late")), PATIENCE)));
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

// A proxy whose server is away answers too.
const isAway = ({ status }) => status >= 502 && status <= 504;

/** What the network says, or what is kept where it says nothing. */
async function networkFirst(asked, address) {
  try {
    const answer = await inTime(asked);
    if (!isAway(answer)) return answer;
    return (await (await store()).match(address)) ?? answer;
  } catch (error) {
    const kept = await (await store()).match(address);
    if (kept) return kept;
    throw error;
  }
}

async function keepSheet(address, answer) {
  const kept = await store();
  if (answer.ok) await kept.put(address, answer);
  else if (answer.status === 404) await kept.delete(address);
  const pages = (await kept.keys()).filter((request) => SHEET.test(pathOf(request)));
  for (const old of pages.slice(0, -SHEETS_KEPT)) await kept.delete(old);
}

function sheet(event) {
  const { pathname, search } = new URL(event.request.url);
  const asked = fetch(event.request);
  if (PLAIN.test(search)) {
    const copy = asked.then((answer) => answer.clone());
    event.waitUntil(copy.then((answer) => keepSheet(pathname, answer)).catch(() => {}));
  }
  // A script that asks whether anything is new has to hear that there is no network.
  return event.request.mode === "navigate" ? networkFirst(asked, pathname) : asked;
}

/** The card of a table leads to its sheet of the moment: without network to the one that it led to last. */
async function table({ request }) {
  const asked = fetch(request.url, { credentials: "omit" });
  const answer = await networkFirst(asked, pathOf(request));
  if (!answer.redirected) return answer;
  await (await store()).put(pathOf(request), Response.redirect(answer.url));
  return Response.redirect(answer.url);
}

async function file({ request }) {
  const kept = HASHED.test(request.url) && (await (await store()).match(request));
  return kept || networkFirst(fetch(request), request);
}

addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (SHEET.test(pathname)) event.respondWith(sheet(event));
  else if (TABLE.test(pathname) && mode === "navigate") event.respondWith(table(event));
  else if (FILE.test(pathname)) event.respondWith(file(event));
});

/** A page says what it is made of: its files first, so that no page is kept that could not be shown. */
async function keep({ page, files }) {
  const kept = await store();
  await Promise.all(files.map(async (each) => (await kept.match(each)) ?? kept.add(each)));
  const answer = await fetch(page, { cache: "no-store", credentials: "omit" });
  await keepSheet(page, answer);
}

addEventListener("message", (event) => event.waitUntil(keep(event.data).catch(() => {})));

async function forgetOtherBuilds() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("manilla-") && name !== STORE).map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(forgetOtherBuilds()));
