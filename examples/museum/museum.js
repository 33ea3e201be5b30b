/** The museum's page: three languages, and everything kept on the phone. */
const TEXTS = {
  en: { title: 'Point at a work', offline: 'This page works without a network from now on.' },
  de: { title: 'Halten Sie die Kamera auf ein Werk', offline: 'Diese Seite geht ab jetzt auch ohne Netz.' },
  fr: { title: 'Visez une œuvre', offline: 'Cette page marche désormais sans réseau.' },
};

const { document, localStorage, navigator } = globalThis;
const scan = document.querySelector('loupe-scan');

function choose(language) {
  document.documentElement.lang = language;
  scan.setAttribute('language', language);
  for (const element of document.querySelectorAll('[data-text]'))
    element.textContent = TEXTS[language][element.dataset.text];
  for (const button of document.querySelectorAll('[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  localStorage.setItem('language', language);
}

for (const button of document.querySelectorAll('[data-language]'))
  button.addEventListener('click', () => choose(button.dataset.language));
const wanted = localStorage.getItem('language') ?? navigator.language.slice(0, 2);
choose(wanted in TEXTS ? wanted : 'en');

if ('serviceWorker' in navigator) {
  await navigator.serviceWorker.register('./keep.js');
  await navigator.serviceWorker.ready;
  document.querySelector('[data-text="offline"]').hidden = false;
}
