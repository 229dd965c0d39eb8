// Keeps the whole app for use without a network. Versions never mix: a new one is fetched as a whole and waits until the page
// asks for it or is opened the next time. `./site` fills in the version and the files. Games are kept elsewhere and stay.
const VERSION = 'VERSION';
const FILES = ['FILES'];

// Other apps, and other copies of this one, may live on the same host.
const OURS = `dealwright ${self.registration.scope} `;
const CACHE = OURS + VERSION;
const address = (file) => new URL(file === 'index.html' ? './' : file, self.registration.scope).href;
const KNOWN = new Set(FILES.map(address));

self.addEventListener('install', (event) => {
  // The browser's own store may hold files of the version before: the host is asked whether they have changed.
  const fresh = FILES.map((file) => new Request(address(file), { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data === 'replace') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const name = url.origin + url.pathname.replace(/index\.html$/, '');
  if (event.request.method !== 'GET' || !KNOWN.has(name)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(name)).then((kept) => kept ?? fetch(event.request)));
});
