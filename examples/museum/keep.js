/** Keeps the page, the scanner and the pack on the phone, and answers from there where there is no network. */
const KEPT = 'museum';
const FILES = [
  './',
  './museum.css',
  './museum.js',
  './loupe-scan.js',
  './worker.js',
  './engine/loupe.wasm',
  './engine/loupe-plain.wasm',
  './engine/vocabulary.bin',
  './museum.loupepack',
];

globalThis.addEventListener('install', (event) =>
  event.waitUntil(globalThis.caches.open(KEPT).then((kept) => kept.addAll(FILES))),
);

globalThis.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(globalThis.registration.scope))
    event.respondWith(answerTo(event.request));
});

/** The newest where it can be reached, else what is kept. */
async function answerTo(request) {
  const kept = await globalThis.caches.open(KEPT);
  try {
    const answer = await fetch(request);
    // Parts of a file are no file.
    if (answer.status === 200) await kept.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const found = await kept.match(request.url, { ignoreSearch: true });
    if (found === undefined) throw error;
    return found;
  }
}
