// Under TLS this phone keeps the page of its sheet (worker.js). Elsewhere browsers allow no such thing, and nothing happens.
//
// <section data-sheet="/f/…/" data-worker="/guarda.js" data-table-cards="/t/">

const sheet = document.querySelector("[data-worker]");

// A module that another one imports is in no <script>: the browser's own list has them all.
const files = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/static/`));

async function keepThisPage({ sheet: page, worker }) {
  const registered = await navigator.serviceWorker.register(worker, { scope: page.replace(/\/f\/.*/, "/") });
  await navigator.serviceWorker.ready;
  registered.active?.postMessage({ page, files: [...new Set(files())] });
}

if (sheet && isSecureContext && "serviceWorker" in navigator) {
  addEventListener("load", () => keepThisPage(sheet.dataset).catch(() => {})); // forbidden on this phone: as without TLS
}
