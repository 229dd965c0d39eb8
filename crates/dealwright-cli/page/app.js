// @ts-check
// Which screen is shown: the part of the address behind # decides, so links can be shared.
import { ask } from './desk.js';
import { deal, freshlyDealt, kindOfSeed, lastKind } from './deals.js';
import { home } from './home.js';
import { offline } from './offline.js';
import { leaveGame, play } from './play.js';
import { placeOf } from './share.js';
import { make, say, typing } from './talk.js';

const view = /** @type {HTMLElement} */ (document.getElementById('view'));
const keys = /** @type {HTMLDialogElement} */ (document.getElementById('keys'));

/** @type {any} */
let listing;

/** All games, asked for once; what failed is asked again. @returns {Promise<any[]>} */
async function games() {
  listing ??= await ask('games');
  return listing.games;
}

/** Another deal of the kind of this one; where that is not known, the choice for its game. @param {string} link */
function another(link) {
  const kind = lastKind(link) ?? kindOfSeed(link);
  const note = document.getElementById('note');
  if (kind && note) deal(kind, note); else location.hash = `#choose/${link.split(/[.:/]/)[0]}`;
}

/** Ends what the last screen was waiting for. */
let leaveScreen = () => {};
/** Counts the screens, so that one that was left does not show up late. */
let screens = 0;

/** Marks where one is. @param {string} hash */
function markCurrent(hash) {
  const screen = hash.split('/')[0];
  const of = screen === '' || screen === 'play' || screen === 'learn' ? 'choose' : screen;
  for (const link of document.querySelectorAll('header a[data-screen]')) {
    if (link.getAttribute('data-screen') === of) {
      link.setAttribute('aria-current', screen === of || screen === '' ? 'page' : 'true');
      // On the narrowest phones not all of them are seen.
      link.parentElement?.scrollTo({ left: /** @type {HTMLElement} */ (link).offsetLeft - 60 });
    } else link.removeAttribute('aria-current');
  }
}

async function route() {
  const screen = ++screens;
  const isHere = () => screen === screens;
  leaveGame();
  leaveScreen();
  const leave = new AbortController();
  leaveScreen = () => leave.abort();
  const isFirst = screen === 1;
  try {
    const hash = placeOf(location.hash);
    markCurrent(hash);
    const rest = hash.slice(hash.indexOf('/') + 1 || hash.length);
    if (hash.startsWith('play/')) {
      const fresh = freshlyDealt(rest);
      const kind = fresh?.kind ?? lastKind(rest);
      await play(view, { link: rest, level: kind?.level ?? '', setup: kind?.setup, isHere, isDealt: !isFirst, another: () => another(rest), games });
      return;
    }
    const all = await games();
    if (!isHere()) return;
    // What is not needed for a game is loaded when somebody goes there.
    const name = hash.split('/')[0];
    if (name === 'design') await (await import('./design.js')).design(view, all, leave.signal, rest);
    else if (name === 'kit') await (await import('./kit.js')).kit(view, rest, isHere, leave.signal, games);
    else if (name === 'study') await (await import('./study.js')).study(view, rest, all, isHere, leave.signal);
    else if (name === 'table') await (await import('./table.js')).table(view, all, rest, leave.signal);
    else if (name === 'daily') await (await import('./daily.js')).daily(view, rest, all, isHere, leave.signal, games);
    else if (name === 'people') await (await import('./people.js')).people(view, rest, all, isHere, leave.signal, games);
    else if (name === 'stats') (await import('./stats.js')).stats(view, all);
    else if (name === 'learn') {
      const game = all.find((known) => known.name === rest);
      if (!game) throw new Error(`'${rest}' is not a game, known are ${all.map((known) => known.name).join(', ')}`);
      await (await import('./rules.js')).learn(view, game, leave.signal);
    } else await home(view, all, rest, isHere, leave.signal, games);
    // Whoever reads with the ears is taken to the new screen.
    if (isHere() && !isFirst && !view.contains(document.activeElement)) view.focus({ preventScroll: true });
  } catch (error) {
    if (!isHere() || /** @type {Error} */ (error).name === 'AbortError') return;
    const words = String(/** @type {Error} */ (error).message);
    document.title = 'Dealwright';
    view.replaceChildren(make('h1', {}, 'This could not be shown'), make('p', { role: 'alert' }, words),
      make('div', { class: 'buttons' }, make('button', { type: 'button', class: 'main', id: 'retry', onclick: () => route() }, 'Try again'), make('a', { class: 'button', href: '#choose' }, 'Choose a game')));
    say(words);
  }
}

window.addEventListener('hashchange', () => { if (!location.hash.startsWith('#view')) route(); });
document.getElementById('skip-link')?.addEventListener('click', (event) => { event.preventDefault(); view.focus(); view.scrollIntoView(); });
document.getElementById('keys-button')?.addEventListener('click', () => keys.showModal());
document.addEventListener('keydown', (event) => {
  if (typing(event) || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') keys.showModal();
  if (event.key.toLowerCase() === 'n') document.getElementById('another')?.click();
});
// What is kept for later does not compete with what is needed now.
route().finally(offline);
