// Whoever reads another language than the page's is offered it: a link, since a language is an address here.

const place = document.querySelector("[data-own-language]");
const links = [...document.querySelectorAll("[data-offer]")];
const shown = document.documentElement.lang.split("-")[0];

function offered() {
  for (const wanted of navigator.languages) {
    const code = wanted.toLowerCase().split("-")[0];
    if (code === shown) return undefined;
    const link = links.find(({ hreflang }) => hreflang === code);
    if (link) return link;
  }
  return undefined;
}

const link = place && offered();
if (link) {
  const { href, lang, hreflang } = link;
  const offer = Object.assign(document.createElement("a"), { href, lang, hreflang, title: link.dataset.offer });
  offer.textContent = link.textContent;
  place.append(offer);
}
