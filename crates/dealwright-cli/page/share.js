// @ts-check
// Links for others: where they lead, the dialog with a link and its code, and how a link that comes in is read.
import { ask } from './desk.js';
import { make, say, store, stored } from './talk.js';

/** Where the address is kept that somebody gave here. */
const STORE = 'dealwright.link';
/** As the desk has it (link.rs). */
const MOST_LETTERS = 200;

/** Whether an address leads nowhere from another device. @param {URL | Location} url */
function isForThisComputer({ protocol, hostname }) {
  return !/^https?:$/.test(protocol) || /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** An address of a page as it is kept, or null if it is none. @param {string} text */
function read(text) {
  let url;
  try { url = new URL(text.trim()); } catch { return null; }
  const base = `${url.origin}${url.pathname}`;
  // Some browsers take nearly anything for a name.
  const isNamed = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(url.hostname);
  return /^https?:$/.test(url.protocol) && isNamed && base.length <= MOST_LETTERS ? base : null;
}

/** Where links lead unless somebody gives another address here; null if no other device could open them. */
function usual() {
  const given = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="dealwright-link"]'))?.content;
  if (given) return given;
  return isForThisComputer(location) ? null : `${location.origin}${location.pathname}`;
}

/** Where links for others lead, or null if there is no such place. */
export function linkBase() {
  const own = stored(STORE);
  return (typeof own === 'string' ? read(own) : null) ?? usual();
}

/** @param {string | null} base @param {string} place such as play/ID */
function linkTo(base, place) {
  const start = base ?? `${location.origin}${location.pathname}`;
  return `${start.endsWith('.html') || start.endsWith('/') ? start : `${start}/`}#${place}`;
}

/** Buttons that give a link to somebody else. @param {string} place such as play/ID @param {(words: string) => void} tell */
export function sharing(place, tell) {
  const copy = make('button', { type: 'button', id: 'copy', onclick: copyLink }, 'Copy link');
  const show = make('button', { type: 'button', id: 'share', 'aria-haspopup': 'dialog', onclick: () => { open(); } }, 'Show code');
  const parts = make('span', { class: 'buttons' }, copy, show);

  async function copyLink() {
    const base = linkBase();
    const link = linkTo(base, place);
    const only = base === null ? ' It opens on this computer only; "Show code" lets you give an address for others.' : '';
    try {
      await navigator.clipboard.writeText(link);
      tell(`Link copied.${only}`);
    } catch {
      tell(`${link}${only}`);
    }
  }

  function open() {
    const picture = make('div', { id: 'share-code' });
    const link = make('a', { id: 'share-link' });
    link.style.overflowWrap = 'anywhere';
    const words = make('p', { id: 'share-words', role: 'status' });
    const address = /** @type {HTMLInputElement} */ (make('input', {
      id: 'share-address', type: 'text', inputmode: 'url', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'share-words',
      placeholder: usual() ?? 'https://example.org/dealwright', value: stored(STORE) ?? '', onchange: () => { change(); },
    }));
    address.style.width = '100%';
    const dialog = /** @type {HTMLDialogElement} */ (make('dialog', { id: 'sharing', 'aria-labelledby': 'share-title', onclose: () => { dialog.remove(); show.focus(); } },
      make('h2', { id: 'share-title' }, 'Go on with another device'), picture, make('p', {}, link), words,
      make('label', { for: 'share-address' }, 'Links lead to the page at this address (empty: where this page is)'), address,
      make('form', { method: 'dialog' }, make('button', { type: 'submit' }, 'Close'))));

    /** Another address is kept if it is one. */
    function change() {
      const text = address.value.trim();
      const base = text === '' ? '' : read(text.includes('://') ? text : `https://${text}`);
      if (base === null) {
        address.setAttribute('aria-invalid', 'true');
        words.textContent = `"${text.slice(0, 60)}" is not the address of a page; one begins with https:// or http://, such as https://example.org/dealwright.`;
        return say(words.textContent);
      }
      address.removeAttribute('aria-invalid');
      address.value = base;
      store(STORE, base);
      draw();
    }

    async function draw() {
      const base = linkBase();
      const full = linkTo(base, place);
      link.setAttribute('href', full);
      link.textContent = full;
      words.textContent = base !== null ? 'Scan the code, or send the link.'
        : 'This page is on this computer only, so no other device can open the link. Give the address of a page that others can open: the static app anywhere on the web, or dealwright serve --bind 0.0.0.0.';
      picture.replaceChildren();
      if (base === null) return;
      try {
        const { svg } = /** @type {any} */ (await ask('code', { text: full }));
        if (linkTo(linkBase(), place) !== full) return;
        picture.innerHTML = svg;
        const drawn = /** @type {SVGElement} */ (picture.firstElementChild);
        drawn.style.width = 'min(16rem, 100%)';
        drawn.style.height = 'auto';
      } catch (error) {
        words.textContent = String(/** @type {Error} */ (error).message);
      }
    }

    document.body.append(dialog);
    dialog.showModal();
    draw();
  }
  return parts;
}

/**
 * The place that the part of an address behind # names. Programs that hand links on write some letters in another way; the
 * text of a seed has its own way, which stays as it is.
 * @param {string} hash
 */
export function placeOf(hash) {
  const text = hash.replace(/^#/, '').replace(/%7E/i, '~');
  const at = text.indexOf('~');
  try {
    return at < 0 ? decodeURIComponent(text) : `${decodeURIComponent(text.slice(0, at))}~${text.slice(at + 1).replace(/%40(\d+)$/, '@$1')}`;
  } catch {
    throw new Error('This link is damaged: a % in it is not followed by two digits of a letter. Ask for it again, or choose a game.');
  }
}

/** A setup with its sizes, as links to a table name it. @param {string} text such as pretzel/banded?ranks=9 */
export function setupOf(text) {
  const [setup, options] = text.split('?', 2);
  return { setup, options: Object.fromEntries(new URLSearchParams(options ?? '')) };
}

/** Refuses a setup or a size that a link asks for and that there is not. @param {any[]} setups @param {{setup: string, options: Record<string, string>}} wanted */
export function checkSetup(setups, wanted) {
  if (!wanted.setup) return;
  const setup = setups.find((known) => known.name === wanted.setup);
  if (!setup) throw new Error(`This link asks for the setup "${wanted.setup.slice(0, 60)}", which is not known here. Known are ${setups.map((known) => known.name).join(', ')}.`);
  for (const [name, value] of Object.entries(wanted.options)) {
    const values = setup.open[name];
    if (values && !values.includes(Number(value))) throw new Error(`This link asks for ${name}=${value.slice(0, 20)}; ${setup.title} has ${values.join(', ')}.`);
  }
}
