// @ts-check
// Which screen is shown: the part of the address behind # decides, so links can be shared.
import { ask, chosenSizes, freshSeed, make, say, sizeChoices, store, stored, typing } from './talk.js';
import { leaveGame, play, playing } from './play.js';
import { design, leaveDesign } from './design.js';
import { climb, gallery } from './hard.js';
import { leaveStudy, study } from './study.js';
import { table } from './table.js';

const view = /** @type {HTMLElement} */ (document.getElementById('view'));
const keys = /** @type {HTMLDialogElement} */ (document.getElementById('keys'));

/** What somebody may have; a setup can be laid out by who has all that it needs. */
const HAVE = [
  ['screen', 'Only this screen'], ['cards', 'A deck of cards'], ['dominoes', 'A set of dominoes'], ['piecepack', 'A piecepack'],
  ['tiles', 'Printed tiles or coloured tokens'], ['dice', 'Dice'],
];

/** @type {any} */
let listing;

async function games() {
  listing ??= await ask('games');
  return listing.games;
}

async function choose() {
  const all = await games();
  const chosen = { game: '', have: 'screen', setup: '', level: '' };
  const form = make('form', { class: 'choose', onsubmit: start });
  const setups = /** @type {HTMLSelectElement} */ (make('select', { id: 'setup', name: 'setup', onchange: () => about() }));
  const words = make('p', { class: 'soft', id: 'setup-about' });
  const levels = make('fieldset', { class: 'levels' });
  const sizes = make('div', { class: 'row', id: 'sizes' });

  function about() {
    const setup = all.flatMap((/** @type {any} */ game) => game.setups).find((/** @type {any} */ s) => s.name === setups.value);
    words.textContent = setup ? setup.about : '';
    sizes.replaceChildren(...sizeChoices(setup, 'size-'));
  }

  function fill() {
    const game = all.find((/** @type {any} */ g) => g.name === chosen.game);
    const fits = (/** @type {any} */ setup) => chosen.have === 'screen' || setup.needs.every((/** @type {string} */ need) => need === chosen.have);
    const possible = game.setups.filter(fits);
    setups.replaceChildren(...possible.map((/** @type {any} */ setup) =>
      make('option', { value: setup.name, selected: setup.name === game.default_setup }, setup.title)));
    setups.disabled = possible.length === 0;
    about();
    if (possible.length === 0) words.textContent = 'You need other pieces for this game, but you can play it on this screen.';
    const choices = [{ level: '', meaning: 'any deal that can be solved' }, ...game.levels];
    levels.replaceChildren(make('legend', {}, 'Level'), ...choices.map((/** @type {any} */ { level, meaning }) => {
      const id = `level-${level || 'any'}`;
      return make('div', { class: 'row' },
        make('input', { type: 'radio', name: 'level', id, value: level, checked: level === '' }),
        make('label', { for: id }, make('b', {}, level || 'any'), ` ${meaning}`));
    }));
  }

  const pictures = make('fieldset', { class: 'games' }, make('legend', {}, 'Game'));
  for (const game of all) {
    const picture = make('span', { class: 'picture', 'aria-hidden': 'true' });
    ask('position', { id: game.example, moves: [] })
      .then((/** @type {any} */ position) => { picture.innerHTML = position.svg; }).catch(() => {});
    const input = make('input', {
      type: 'radio', name: 'game', id: `game-${game.name}`, value: game.name,
      onchange: () => { chosen.game = game.name; fill(); },
    });
    pictures.append(make('div', { class: 'game' }, input, make('label', { for: `game-${game.name}` }, picture, make('b', {}, game.title), make('span', { class: 'soft' }, game.about))));
  }
  const have = make('select', { id: 'have', onchange: (/** @type {any} */ event) => { chosen.have = event.target.value; fill(); } },
    ...HAVE.map(([name, title]) => make('option', { value: name }, title)));
  const any = make('input', { type: 'checkbox', id: 'unproved', name: 'unproved' });

  async function start(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const setup = String(data.get('setup') ?? '');
    if (!setup) return;
    const level = String(data.get('level') ?? '');
    await deal({ setup, options: chosenSizes(sizes), level: level || null, solvable: !data.get('unproved') });
  }

  const left = new AbortController();
  window.addEventListener('hashchange', () => left.abort(), { once: true });
  function hard() {
    if (!setups.value) return;
    const { hunted } = all.find((/** @type {any} */ game) => game.name === chosen.game);
    climb({ setup: setups.value, options: chosenSizes(sizes) }, hunted, /** @type {HTMLElement} */ (form.querySelector('#finding')), left.signal);
  }

  form.append(
    pictures,
    make('label', { for: 'have', class: 'row' }, 'What you have ', have),
    make('label', { for: 'setup', class: 'row' }, 'Setup ', setups), words, sizes,
    levels,
    make('div', { class: 'row' }, any, make('label', { for: 'unproved' }, 'also deals that may be dead')),
    make('div', { class: 'buttons' }, make('button', { type: 'submit', class: 'main' }, 'Deal'),
      make('button', { type: 'button', id: 'hard', onclick: hard }, 'Hunt for a hard one')),
    make('p', { id: 'finding', class: 'soft', 'aria-live': 'polite' }),
  );
  const known = make('div');
  gallery().then((list) => known.replaceChildren(list)).catch(() => {});
  show('Play', form, saved(), known);
  const first = /** @type {HTMLInputElement} */ (form.querySelector('input[name=game]'));
  first.checked = true;
  chosen.game = first.value;
  fill();
}

/** Games that were begun in this browser. */
function saved() {
  const games = playing();
  if (games.length === 0) return make('span');
  return make('section', {}, make('h2', {}, 'Your games'), make('ul', { class: 'saved' }, ...games.slice(0, 8).map((game) =>
    make('li', {}, make('a', { href: `#play/${game.id}` }, game.id), ` ${game.solved ? 'solved' : `${game.moves} moves made`}`))));
}

/** The last deal: its kind and its ID, so that N can ask for another of that kind. @type {{kind: any, id: string} | null} */
let last = stored('dealwright.last');
/** Whether a deal is being looked for. */
let looking = false;

/** Deals until one is of the wanted kind; every answer is waited for, and leaving the page ends it. @param {any} kind */
export async function deal(kind) {
  if (looking) return;
  looking = true;
  const note = document.getElementById('finding') ?? document.getElementById('note') ?? document.createElement('p');
  const seed = freshSeed();
  let start = 0;
  const here = location.hash;
  let skipped = false;
  const skip = make('button', { type: 'button', id: 'skip', onclick: () => { skipped = true; } }, 'Any solvable deal will do');
  note.replaceChildren('Looking for a deal… ', skip);
  try {
    while (location.hash === here) {
      const found = /** @type {any} */ (await ask('deal', { ...kind, level: skipped ? null : kind.level, seed, start }));
      if (found.id && location.hash === here) {
        last = { kind, id: found.id };
        store('dealwright.last', last);
        location.hash = `#play/${found.id}`;
        return;
      }
      start = found.next;
      note.replaceChildren(`Looking for a deal… ${start} examined so far. `, skip);
    }
  } catch (error) {
    note.textContent = String(/** @type {Error} */ (error).message);
    say(note.textContent);
  } finally {
    looking = false;
  }
}

/** Another deal of the kind of this one; where that is not known, the choice. */
export function another() {
  if (last && location.hash === `#play/${last.id}`) deal(last.kind); else location.hash = '#choose';
}

/** @param {string} title @param {...Node} parts */
function show(title, ...parts) {
  document.title = `${title} · Dealwright`;
  view.replaceChildren(make('h1', {}, title), ...parts);
}

/** Counts the screens, so that one that was left does not show up late. */
let screens = 0;

async function route() {
  const screen = ++screens;
  leaveGame();
  leaveDesign();
  leaveStudy();
  try {
    const hash = decodeURIComponent(location.hash.slice(1));
    if (hash.startsWith('play/')) await play(view, hash.slice(5), another, () => screen === screens);
    else {
      const all = await games();
      if (screen !== screens) return;
      if (hash === 'design') await design(view, all);
      else if (hash === 'study' || hash.startsWith('study/')) await study(view, hash.slice(6), all, () => screen === screens);
      else if (hash === 'table') await table(view, all);
      else await choose();
    }
  } catch (error) {
    if (screen !== screens || /** @type {Error} */ (error).name === 'AbortError') return;
    show('Something went wrong', make('p', { role: 'alert' }, String(/** @type {Error} */ (error).message)), make('p', {}, make('a', { href: '#choose' }, 'Choose a game')));
    say(String(/** @type {Error} */ (error).message));
  }
}

window.addEventListener('hashchange', route);
document.getElementById('keys-button')?.addEventListener('click', () => keys.showModal());
document.addEventListener('keydown', (event) => {
  if (typing(event) || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') keys.showModal();
  if (event.key.toLowerCase() === 'n' && location.hash.startsWith('#play/')) another();
});
route();
