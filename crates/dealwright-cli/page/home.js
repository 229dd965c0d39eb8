// @ts-check
// The first screen: a board to play on at once, every game one tap away, and what is dealt next.
import { deal, findDeal } from './deals.js';
import { ask } from './desk.js';
import { day, playing, streak } from './habits.js';
import { play } from './play.js';
import { chosenRules, chosenSizes, counted, make, ruleChoices, sizeChoices, store, stored } from './talk.js';

/** What somebody may have; a setup can be laid out by who has all that it needs. */
const HAVE = [
  ['screen', 'Only this screen'], ['cards', 'A deck of cards'], ['dominoes', 'A set of dominoes'], ['piecepack', 'A piecepack'],
  ['tiles', 'Printed tiles or coloured tokens'], ['dice', 'Dice'],
];
const CHOICE = 'dealwright.choice';
/** Milliseconds for which a deal of the wanted level is looked for before a first board is shown. */
const PATIENCE = 3000;
/** The seed of the first deal that somebody sees who was never here. */
const WELCOME = 'welcome';

/** @typedef {{have: string, setup: string, level: string, sizes: Record<string, string>, rules: string[], unproved: boolean}} Choice */

/** What was chosen for a game the last time; at first an easy deal of its own setup. @param {any} game @returns {Choice} */
function chosen(game) {
  const kept = stored(CHOICE)?.games?.[game.name] ?? {};
  const levels = game.levels.map((/** @type {any} */ level) => level.level);
  return {
    have: HAVE.some(([name]) => name === kept.have) ? kept.have : 'screen',
    setup: game.setups.some((/** @type {any} */ setup) => setup.name === kept.setup) ? kept.setup : game.default_setup ?? '',
    level: kept.level === '' || levels.includes(kept.level) ? kept.level : levels[0] ?? '',
    sizes: kept.sizes && typeof kept.sizes === 'object' ? kept.sizes : {},
    rules: Array.isArray(kept.rules) ? kept.rules.filter((/** @type {any} */ rule) => typeof rule === 'string') : [],
    unproved: kept.unproved === true,
  };
}

/** @param {string} game @param {Choice} choice */
function remember(game, choice) {
  store(CHOICE, { game, games: { ...stored(CHOICE)?.games, [game]: choice } });
}

/** Days since a time, in words. @param {number} time */
function ago(time) {
  const days = Math.round((Date.parse(day()) - Date.parse(day(time))) / 86_400_000);
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Games that were begun in this browser. */
function saved() {
  const games = playing();
  if (games.length === 0) return make('span');
  return make('section', { id: 'your-games' }, make('h2', {}, 'Your games'), make('ul', { class: 'saved' }, ...games.slice(0, 8).map((game) => {
    const name = [game.title || game.id, game.kit, game.level, game.daily && `daily of ${game.daily}`].filter(Boolean).join(', ');
    return make('li', {}, make('a', { href: game.daily ? `#daily/${game.daily}/${game.id.split(/[.:]/)[0]}/${game.level}` : `#play/${game.link}` }, name), ` ${game.solved ? 'solved' : `${counted(game.moves, 'move')} made`}, ${ago(game.time)}`);
  })));
}

/**
 * @param {HTMLElement} view @param {any[]} games @param {string} wanted the game to begin with @param {() => boolean} isHere @param {AbortSignal} left
 * @param {() => Promise<any[]>} listing
 */
export async function home(view, games, wanted, isHere, left, listing) {
  document.title = 'Dealwright';
  let game = games.find((known) => known.name === (wanted || stored(CHOICE)?.game)) ?? games[0];
  let choice = chosen(game);
  const stage = make('div', { id: 'stage' }, make('p', {}, 'One moment…'));
  const finding = make('div', { id: 'finding', class: 'soft', 'aria-live': 'polite' });
  const about = make('p', { class: 'soft', id: 'setup-about' });
  const level = /** @type {HTMLSelectElement} */ (make('select', { id: 'level', 'aria-label': 'Level', onchange: () => changed() }));
  const setup = /** @type {HTMLSelectElement} */ (make('select', { id: 'setup', 'aria-label': 'Kit and setup', onchange: () => { choice.sizes = {}; changed(); sizesOf(); } }));
  const sizes = make('div', { class: 'row', id: 'sizes' });
  const rules = make('div', { id: 'rule-switches' });
  const have = /** @type {HTMLSelectElement} */ (make('select', { id: 'have', onchange: () => { choice.have = have.value; fill(); changed(); } }, ...HAVE.map(([name, title]) => make('option', { value: name }, title))));
  const unproved = /** @type {HTMLInputElement} */ (make('input', { type: 'checkbox', id: 'unproved', onchange: () => changed() }));
  const dealButton = make('button', { type: 'submit', class: 'main', id: 'deal' }, 'Deal');
  const idBox = /** @type {HTMLInputElement} */ (make('input', { id: 'id-box', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: 'boxoff:BBWBBW/BYYYWB/YWWWYY' }));
  const idProblem = make('span', { role: 'status', class: 'soft', id: 'id-problem' });

  function kind() {
    const options = { ...chosenSizes(sizes), ...choice.rules.length > 0 ? { rules: choice.rules.join(',') } : {} };
    return { setup: choice.setup, options, level: choice.level || null, solvable: !choice.unproved };
  }

  function changed() {
    choice = { ...choice, level: level.value, setup: setup.value, sizes: chosenSizes(sizes), rules: chosenRules(rules), unproved: unproved.checked };
    remember(game.name, choice);
    const known = game.setups.find((/** @type {any} */ s) => s.name === choice.setup);
    const meaning = game.levels.find((/** @type {any} */ l) => l.level === choice.level)?.meaning;
    const none = setup.options.length === 0 ? `None of the setups of ${game.title} can be laid out with that alone. On this screen you can play all of them.` : '';
    about.textContent = none || `${known?.about ?? ''}${meaning ? ` ${choice.level[0].toUpperCase()}${choice.level.slice(1)}: ${meaning}.` : ''}`;
    dealButton.toggleAttribute('disabled', setup.options.length === 0);
  }

  function sizesOf() {
    const known = game.setups.find((/** @type {any} */ s) => s.name === setup.value);
    sizes.replaceChildren(...sizeChoices(known, 'size-', choice.sizes, () => changed()));
    changed();
  }

  /** The form for this game. */
  function fill() {
    const fits = (/** @type {any} */ s) => choice.have === 'screen' || s.needs.every((/** @type {string} */ need) => need === choice.have);
    level.replaceChildren(make('option', { value: '' }, 'Any level'), ...game.levels.map((/** @type {any} */ l) => make('option', { value: l.level, selected: l.level === choice.level }, `${l.level[0].toUpperCase()}${l.level.slice(1)}`)));
    setup.replaceChildren(...game.setups.filter(fits).map((/** @type {any} */ s) => make('option', { value: s.name, selected: s.name === choice.setup }, s.title)));
    setup.disabled = setup.options.length === 0;
    rules.replaceChildren(...ruleChoices(game, 'rule-', choice.rules, () => changed()));
    unproved.checked = choice.unproved;
    have.value = choice.have;
    sizesOf();
  }

  const tabs = make('fieldset', { class: 'games' }, make('legend', { class: 'unseen' }, 'Game'), ...games.map((known) => make('span', { class: 'game' },
    make('input', { type: 'radio', name: 'game', id: `game-${known.name}`, value: known.name, checked: known === game, onchange: () => {
      game = known;
      choice = chosen(game);
      fill();
      show();
    } }), make('label', { for: `game-${known.name}` }, known.title))));

  async function openId(/** @type {Event} */ event) {
    event.preventDefault();
    try {
      const found = /** @type {any} */ (await ask('position', { id: idBox.value.trim(), moves: [] }));
      location.hash = `#play/${idBox.value.includes('~') ? idBox.value.trim() : found.id}`;
    } catch (error) {
      idProblem.textContent = String(/** @type {Error} */ (error).message);
    }
  }

  const form = make('form', { class: 'choose', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (choice.setup) deal(kind(), finding); } },
    make('div', { class: 'quick' }, level, setup, dealButton), finding);
  const more = make('details', { id: 'more-kinds' }, make('summary', {}, 'More choices for the next deal: sizes, rules, pieces you own'),
    about, sizes, rules,
    make('label', { for: 'have', class: 'row' }, 'What you have ', have),
    make('label', { for: 'unproved', class: 'row' }, unproved, 'also deals that may be dead'),
    make('div', { class: 'buttons' }, make('button', { type: 'button', id: 'hard', onclick: async () => { if (choice.setup) (await import('./hard.js')).climb({ setup: choice.setup, options: chosenSizes(sizes) }, game.hunted, finding, left); } }, 'Hunt for a hard one')));
  const byId = make('form', { class: 'row', id: 'open-id', onsubmit: openId }, make('label', { for: 'id-box' }, 'Open a challenge by its ID '), idBox, make('button', { type: 'submit' }, 'Open'), idProblem);
  const days = streak();
  const daily = make('p', { class: 'row' }, make('a', { class: 'button', href: '#daily', id: 'to-daily' }, `Daily challenge, ${day()}`), days.now > 0 ? ` ${counted(days.now, 'day')} in a row` : '',
    make('a', { class: 'button', href: `#learn/${game.name}`, id: 'to-learn' }, 'Learn the game'));
  // Fetched when somebody wants to see it.
  const hardest = make('div', {}, 'One moment…');
  const known = make('details', { id: 'hardest', ontoggle: async () => {
    try {
      hardest.replaceChildren(await (await import('./hard.js')).gallery());
    } catch (error) {
      hardest.textContent = String(/** @type {Error} */ (error).message);
    }
  } }, make('summary', {}, 'The hardest known challenges, and how they were found'), hardest);
  view.replaceChildren(make('h1', { class: 'unseen' }, 'Play'),
    make('p', { class: 'lead' }, 'Solitaire puzzles with real pieces, on this screen or on your table, from deals that can be solved.'),
    make('div', { class: 'head' }, tabs, form), stage, more, daily, byId, saved(), known);
  fill();

  /** Counts what is shown, so that a board that comes late does not replace another. */
  let shown = 0;
  /** A game of this kind that was begun, or a new one, on the board at once. */
  async function show() {
    const turn = ++shown;
    const isStillHere = () => isHere() && turn === shown;
    /** @type {HTMLAnchorElement} */ (view.querySelector('#to-learn'))?.setAttribute('href', `#learn/${game.name}`);
    remember(game.name, choice);
    const begun = playing().find((other) => !other.solved && !other.daily && other.id.split(/[.:]/)[0] === game.name);
    const waiting = stored('dealwright.home')?.[game.name];
    let link = begun?.link ?? (typeof waiting === 'string' && !playing().some((other) => other.solved && other.link === waiting) ? waiting : '');
    const now = kind();
    let dealtAs = begun?.level ?? '';
    try {
      if (!link) {
        const isFirst = !stored('dealwright.home');
        if (!now.setup) link = game.example;
        else {
          // A board is wanted at once: where the level takes long to find, any deal that can be solved will do.
          const begun = Date.now();
          const isLate = () => Date.now() - begun > PATIENCE;
          const found = await findDeal({ ...now, options: {} }, isFirst ? WELCOME : `${WELCOME}-${begun}`, left, (words) => { if (isStillHere()) stage.textContent = words; }, isLate);
          link = found.seed_id;
          dealtAs = found.level ?? '';
        }
        store('dealwright.home', { ...stored('dealwright.home'), [game.name]: link });
      }
      if (!isStillHere()) return;
      await play(stage, { link, level: dealtAs, isHere: isStillHere, another: () => deal(kind(), finding), games: listing });
      document.title = 'Dealwright';
    } catch (error) {
      if (!isStillHere() || /** @type {Error} */ (error).name === 'AbortError') return;
      stage.replaceChildren(make('p', { role: 'alert' }, String(/** @type {Error} */ (error).message)), make('button', { type: 'button', id: 'retry', onclick: () => show() }, 'Try again'));
    }
  }
  await show();
}
