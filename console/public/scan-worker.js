/**
 * Keeps the page for readers, so that it opens at once and without a connection. The page itself is requested each
 * time and kept for when there is no answer; files with a hash in their name never change, and its
 * signs hardly. Nothing else is touched.
 */
/* global self, caches, Request, Response */
const KEPT = 'loupe-scan-1';
/** Where this file lies, with a slash at its end: a proxy may serve the whole server under a path of its own. */
const OWN_PATH = new URL('.', self.location.href).pathname;
/** The server gives the page to who asks for one. */
const PAGE = new Request(`${OWN_PATH}scan`, { headers: { accept: 'text/html' } });

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add(PAGE)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const others = async () =>
    (await caches.keys()).filter((name) => name.startsWith('loupe-') && name !== KEPT);
  event.waitUntil(others().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(newestPage(request));
  else if (isFile(pathname)) event.respondWith(cachedFile(request));
});

function isFile(pathname) {
  return (
    pathname.startsWith(OWN_PATH) &&
    /^(?:(?:assets|icons)\/|favicon\.svg$)/.test(pathname.slice(OWN_PATH.length))
  );
}

async function newestPage(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(PAGE, answer.clone());
    return answer;
  } catch {
    return (await kept.match(PAGE, { ignoreVary: true })) ?? Response.error();
  }
}

async function cachedFile(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}
