// @ts-check
// Whether this page works without a network, and the change to a new version.
import { needsNetwork } from './desk.js';
import { make, say } from './talk.js';

/** Says at the foot of the page what it needs, and keeps it for later where the browser can. */
export function offline() {
  const note = /** @type {HTMLElement} */ (document.getElementById('desk-note'));
  const tell = (/** @type {(string | Node)[]} */ ...words) => note.replaceChildren(...words);
  if (needsNetwork) return tell('Answers come from dealwright serve: this page cannot work offline, only as long as the server runs.');
  if (!window.isSecureContext || !navigator.serviceWorker) {
    return tell('This page cannot work offline: browsers keep a page only if it came over https or from this computer itself.');
  }
  const { serviceWorker } = navigator;
  /** Whether the page is to begin again with the new version. */
  let isWanted = false;
  /** Whether a kept version answers already: a change then is one to another version. */
  let isKept = Boolean(serviceWorker.controller);
  /** Whether another window has changed to another version. */
  let isBehind = false;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isWanted) return location.reload();
    if (isKept) {
      isBehind = true;
      // Another window took the new version. What this one loads from now on would be of that one, so it begins again with the
      // next screen at the latest.
      tell('Another window uses a new version; your games stay. ', make('button', { type: 'button', id: 'reload', onclick: () => location.reload() }, 'Use it here too'));
      window.addEventListener('hashchange', () => location.reload(), { once: true });
    }
    isKept = true;
  });

  /** @param {ServiceWorker} worker that waits */
  function offer(worker) {
    tell('A new version is ready; your games stay. ', make('button', { type: 'button', id: 'update', onclick: () => { isWanted = true; worker.postMessage('replace'); } }, 'Use it now'));
    say('A new version is ready.');
  }
  /** @param {ServiceWorker} worker */
  function watch(worker) {
    /** Whether all of it was fetched; then it ends only because a newer one took its place. */
    let isComplete = false;
    const look = () => {
      if (worker.state === 'installed' && serviceWorker.controller) offer(worker);
      else if (worker.state === 'activated' && !isBehind) tell('This page works without a network.');
      else if (worker.state === 'redundant' && !isComplete) {
        tell(serviceWorker.controller ? 'A new version could not be fetched completely; it is tried again the next time. This one works without a network.'
          : 'This page could not be kept for use without a network; it is tried again the next time.');
      }
      isComplete ||= worker.state !== 'installing';
    };
    worker.addEventListener('statechange', look);
    look();
  }
  const address = new URL('../service.js', import.meta.url);
  // Some browsers refuse at once, others later.
  Promise.resolve().then(() => serviceWorker.register(address, { updateViaCache: 'none' })).then((found) => {
    const worker = found.installing ?? found.waiting ?? found.active;
    if (worker) watch(worker);
    found.addEventListener('updatefound', () => { if (found.installing) watch(found.installing); });
  }).catch(() => tell('This page could not be kept for use without a network.'));
}
