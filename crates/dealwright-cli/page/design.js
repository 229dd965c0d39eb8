// @ts-check
// A setup file beside what it comes to: errors in their place, tiles to click, a meter that runs while one watches.
import { better } from './better.js';
import { ask, stream } from './desk.js';
import { printing } from './print.js';
import { make, save, say, store, stored } from './talk.js';

const STORE = 'dealwright.design';

/** Looks of the letters on tiles; the letter stands there too. */
const COLOURS = 8;
/** Where the cells of a tile are: row and column, in the order of its footprint. @type {Record<string, number[][]>} */
const FOOTPRINTS = { single: [[1, 1]], '1x2': [[1, 1], [1, 2]], L: [[1, 1], [1, 2], [2, 1]], '2x2': [[1, 1], [2, 1], [1, 2], [2, 2]] };

/** Ways to shuffle that are offered; the desk knows every number of times. */
const SHUFFLES = ['perfect', ...[1, 2, 3, 4, 5, 6, 7].map((times) => `riffle:${times}`), ...[1, 2, 4, 8, 16, 32].map((times) => `overhand:${times}`)];

/**
 * @typedef {{dealt: number, solvable: number, low: number, high: number, undecided: number, chance: number, interest: number | null,
 *   levels: number[], median: number | null, histogram: string | null, done: boolean}} Reading
 */

/** @param {HTMLElement} view @param {any[]} games @param {AbortSignal} left when somebody goes elsewhere */
export async function design(view, games, left) {
  if (left.aborted) return;
  document.title = 'Design · Dealwright';
  const setups = games.flatMap((game) => game.setups.map((/** @type {any} */ setup) => ({ name: setup.name, title: `${game.title}: ${setup.title}` })));
  const choice = /** @type {HTMLSelectElement} */ (make('select', { id: 'design-setup', onchange: () => load() },
    make('option', { value: '' }, 'my own'), ...setups.map((setup) => make('option', { value: setup.name }, setup.title))));
  const text = /** @type {HTMLTextAreaElement} */ (make('textarea', {
    id: 'design-text', rows: '24', spellcheck: 'false', autocomplete: 'off', 'aria-label': 'Setup file', 'aria-describedby': 'design-error', oninput: () => { choice.value = ''; changed(); },
  }));
  const whose = make('p', { id: 'whose', class: 'of-before', role: 'status', hidden: '' });
  const error = make('p', { id: 'design-error', class: 'note', role: 'status' });
  const pinButton = make('button', { type: 'button', id: 'pin', disabled: true, onclick: pin }, 'Pin for comparison');
  const instructions = make('button', { type: 'button', id: 'instructions', disabled: true, onclick: () => saveText('instructions.txt', known.tell.join('\n')) }, 'Download instructions');
  const printed = make('p', { id: 'printed', class: 'soft' });
  const tiles = make('div', { class: 'tiles', role: 'group', 'aria-label': 'Tiles' });
  const sizes = make('div', { class: 'row', id: 'sizes' });
  const kit = make('div', { class: 'kit', id: 'kit' });
  const meter = make('div', { class: 'meter', id: 'meter' });
  const facts = make('div', { id: 'facts' });
  const deals = make('div', { class: 'samples' });
  const questions = better(setups, () => ({ text: text.value, options }), () => known, left, open);
  const pinned = make('div', { class: 'wide', id: 'pinned', tabindex: '0', role: 'region', 'aria-label': 'Pinned variants' });
  view.replaceChildren(
    make('h1', {}, 'Design'),
    make('p', { class: 'soft' }, 'A setup lists the pieces and the steps to lay them out. Change it and see how its deals change.'),
    make('div', { class: 'design' },
      make('div', {}, make('label', { for: 'design-setup', class: 'row' }, 'Start from ', choice), text, error,
        make('div', { class: 'buttons' },
          make('button', { type: 'button', onclick: () => saveText('mine.toml', text.value) }, 'Download file'),
          instructions,
          make('button', { type: 'button', onclick: saveIds }, '100 challenges'),
          pinButton),
        printing('kit', () => ({ text: text.value, options }), (words) => { printed.textContent = words; say(words); }, left), printed),
      make('div', {}, make('h2', {}, 'What its deals are like'), whose, sizes, meter, facts, make('h2', {}, 'Pieces'), kit, tiles)),
    make('h2', {}, 'Nine deals'), deals, pinned, questions.section,
  );
  /** Sizes that were chosen. @type {Record<string, string>} */
  let options = {};
  /** @type {any} */
  let known = null;
  /** @type {Reading | null} */
  let reading = null;
  /** The setup that the reading is of. @type {any} */
  let measured = null;
  /** The last reading of the version before, if it is of the same game and sizes. @type {Reading | null} */
  let before = null;
  let running = new AbortController();
  let timer = 0;
  /** @type {{title: string, reading: Reading, seconds: number, different: string}[]} */
  const pins = [];
  left.addEventListener('abort', () => { running.abort(); clearTimeout(timer); });

  /** Goes on with another text. @param {string} other */
  function open(other) {
    text.value = other;
    choice.value = '';
    options = {};
    changed();
    text.focus();
  }

  async function load() {
    if (!choice.value) return;
    text.value = (/** @type {{text: string}} */ (await ask('setup', { setup: choice.value }))).text;
    options = {};
    changed();
  }

  /** The text has changed: what runs is ended, and soon begun anew. */
  function changed() {
    store(STORE, text.value);
    clearTimeout(timer);
    running.abort();
    questions.changed();
    leaveBehind('These figures are for the file before your last change.');
    timer = window.setTimeout(look, 150);
  }

  /** What is shown is not of the text on screen: it is greyed, named, and cannot be pinned. @param {string} words */
  function leaveBehind(words) {
    if (!known) return;
    for (const place of [meter, facts, kit, deals]) place.classList.add('stale');
    instructions.toggleAttribute('disabled', true);
    pinButton.toggleAttribute('disabled', true);
    whose.textContent = words;
    whose.hidden = false;
  }

  async function look() {
    running = new AbortController();
    const { signal } = running;
    try {
      const found = /** @type {any} */ (await ask('design', { text: text.value, options }, signal));
      if (found.error) {
        error.replaceChildren(make('button', { type: 'button', onclick: () => point(found.error) }, `Line ${found.error.line}, column ${found.error.column}`), ` ${found.error.message}`);
        text.setAttribute('aria-invalid', 'true');
        leaveBehind(`These figures are for the last valid file (${known?.title}), not for the text on screen.`);
        return;
      }
      text.removeAttribute('aria-invalid');
      error.textContent = '';
      const last = reading ?? before;
      const alike = measured && measured.game === found.setup.game && measured.parameters === found.setup.parameters;
      before = alike ? last : null;
      known = found.setup;
      reading = null;
      for (const place of [facts, kit]) place.classList.remove('stale');
      instructions.toggleAttribute('disabled', false);
      showFacts();
      showSizes();
      showKit();
      showTiles();
      ask('samples', { text: text.value, options, seed: 'design' }, signal).then((/** @type {any} */ answer) => showSamples(answer.samples)).catch((/** @type {Error} */ problem) => {
        if (!signal.aborted) deals.replaceChildren(make('p', { role: 'alert' }, problem.message));
      });
      await watch(signal);
    } catch (problem) {
      if (signal.aborted) return;
      error.textContent = String(/** @type {Error} */ (problem).message);
      if (!reading) leaveBehind('These figures are for the previous file, not for the one on screen.');
    }
  }

  /** Puts the cursor where the fault is. @param {{line: number, column: number}} fault */
  function point(fault) {
    const lines = text.value.split('\n');
    const at = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + fault.column - 1;
    text.focus();
    text.setSelectionRange(at, Math.min(at + 1, text.value.length));
  }

  /** Reads the stream of the meter. @param {AbortSignal} signal */
  async function watch(signal) {
    await stream('meter', { text: text.value, options, seed: 'meter' }, signal, (newest) => {
      reading = newest;
      measured = known;
      meter.classList.remove('stale');
      whose.hidden = true;
      pinButton.toggleAttribute('disabled', false);
      showMeter();
    });
  }

  function showMeter() {
    if (!reading) return;
    const now = reading;
    const share = (/** @type {number} */ value) => `${(100 * value).toFixed(1)}%`;
    const bar = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number | null} */ old, /** @type {string} */ words) => {
      const fill = make('div', { class: 'fill' });
      fill.style.width = share(Math.max(0, Math.min(1, value)));
      const ghost = old === null ? null : make('div', { class: 'ghost', title: 'before' });
      if (ghost && old !== null) ghost.style.left = share(Math.max(0, Math.min(1, old)));
      return make('div', { class: 'gauge' }, make('span', {}, name), make('div', { class: 'track', 'aria-hidden': 'true' }, fill, ghost), make('span', { class: 'value', 'data-name': name }, words));
    };
    const was = before && before.dealt > 0 ? before : null;
    const last = (/** @type {number} */ value) => (was ? ` (before ${share(value)} of ${was.dealt} deals)` : '');
    meter.replaceChildren(
      bar('solvable', now.solvable, was && was.solvable, `${share(now.solvable)}, ${share(now.low)} to ${share(now.high)}${last(was?.solvable ?? 0)}`),
      bar('random play wins', now.chance, was && was.chance, `${share(now.chance)}${last(was?.chance ?? 0)}`),
      bar('interest', now.interest ?? 0, was && was.interest, now.interest === null ? 'not known while deals are undecided' : `${share(now.interest)}${was && was.interest !== null ? last(was.interest) : ''}`),
      make('p', { class: 'soft' }, `${now.dealt} deals${now.undecided ? `, ${now.undecided} undecided` : ''}${now.done ? '' : ' …'}`),
    );
    const rated = now.levels.reduce((sum, n) => sum + n, 0);
    if (rated > 0) {
      meter.append(make('p', {}, known.levels.map((/** @type {string} */ level, /** @type {number} */ n) => `${level} ${share(now.levels[n] / rated)}`).join(', ')));
    }
    if (now.histogram) {
      const picture = make('div', { class: 'preview' });
      picture.innerHTML = now.histogram;
      meter.append(picture);
    }
    if (now.done) say(`${share(now.solvable)} solvable`);
  }

  function showFacts() {
    facts.replaceChildren(make('p', {}, `${known.title}: ${known.about}`), make('p', { class: 'soft' }, `${known.pieces} pieces; ${known.different} different challenges; about ${known.seconds.toFixed(0)} seconds to set up a deal.`), ...known.notes.map((/** @type {string} */ words) => make('p', { class: 'soft' }, words)));
  }

  /** Sizes that the file opens, and how it is shuffled. */
  function showSizes() {
    if (sizes.contains(document.activeElement)) return;
    const shuffle = { name: 'shuffle', value: options.shuffle ?? 'perfect', values: SHUFFLES };
    sizes.replaceChildren(...[...known.open, shuffle].map((/** @type {any} */ open) => {
      const select = /** @type {HTMLSelectElement} */ (make('select', { id: `size-${open.name}`, onchange: () => { options = { ...options, [open.name]: select.value }; changed(); } },
        ...open.values.slice(0, 60).map((/** @type {number|string} */ value) => make('option', { value, selected: value === open.value }, String(value)))));
      return make('label', { for: `size-${open.name}` }, `${open.name} `, select);
    }));
  }

  /** Pieces that are not tiles of the file's own. */
  function showKit() {
    const groups = known.tiles.length > 0 ? [] : known.kit;
    kit.replaceChildren(...groups.map((/** @type {any} */ group) => make('div', {}, make('h3', {}, group.name), make('div', { class: 'pieces' }, ...group.pieces.map((/** @type {any} */ piece) => {
      const letter = piece.faces[0].length === 1 ? piece.faces[0].charCodeAt(0) - 65 : -1;
      const count = piece.count > 1 ? ` × ${piece.count}` : '';
      return make('span', { class: `piece${letter >= 0 && letter < 26 ? ` cell c${letter % COLOURS}` : ''}` }, piece.faces.join('·') + count);
    })))));
  }

  /** Tiles as they stand in the text; a click on a cell changes the text. */
  function showTiles() {
    if (known.tiles.length === 0) {
      tiles.replaceChildren();
      return;
    }
    tiles.replaceChildren(...known.tiles.map((/** @type {any} */ tile, /** @type {number} */ number) => {
      const cells = tile.faces.map((/** @type {string} */ face, /** @type {number} */ cell) => {
        const [row, column] = FOOTPRINTS[tile.shape][cell];
        const letter = face.charCodeAt(0) - 65;
        const button = make('button', {
          type: 'button', class: `cell${letter >= 0 && letter < 26 ? ` c${letter % COLOURS}` : ''}`, disabled: tile.at === null,
          'aria-label': `tile ${number + 1}, ${face}`, 'data-tile': number, 'data-cell': cell, onclick: () => change(tile, cell, number),
        }, face);
        button.style.gridArea = `${row} / ${column}`;
        return button;
      });
      return make('div', { class: 'tile' }, ...cells);
    }));
  }

  /** @param {any} tile @param {number} cell @param {number} number */
  function change(tile, cell, number) {
    const faces = known.symbols;
    const next = faces[(faces.indexOf(tile.faces[cell]) + 1) % faces.length];
    const at = tile.at + tile.faces.slice(0, cell).join('').length;
    // The text may have been changed since the tiles were read from it.
    if (text.value.slice(at, at + tile.faces[cell].length) !== tile.faces[cell]) return say('Fix the file first: the text of this tile has moved.');
    text.setRangeText(next, at, at + tile.faces[cell].length, 'preserve');
    tile.faces[cell] = next;
    choice.value = '';
    showTiles();
    /** @type {HTMLElement | null} */ (tiles.querySelector(`[data-tile="${number}"][data-cell="${cell}"]`))?.focus();
    changed();
  }

  /** @param {{id: string, verdict: string, svg: string}[]} samples */
  function showSamples(samples) {
    deals.classList.remove('stale');
    deals.replaceChildren(...samples.map((sample) => {
      const picture = make('span', { class: 'preview', 'aria-hidden': 'true' });
      picture.innerHTML = sample.svg;
      const words = { solvable: 'can be solved', unsolvable: '✗ dead', undecided: '? undecided' }[/** @type {'solvable'} */ (sample.verdict)];
      return make('a', { class: `sample ${sample.verdict}`, href: `#play/${sample.id}` }, picture, make('b', {}, words), make('span', { class: 'unseen' }, sample.id));
    }));
  }

  function pin() {
    if (!reading || !known || pinButton.hasAttribute('disabled')) return;
    pins.push({ title: `${pins.length + 1}. ${known.title}`, reading, seconds: known.seconds, different: known.different });
    const share = (/** @type {number} */ value) => `${(100 * value).toFixed(1)}%`;
    const row = (/** @type {typeof pins[0]} */ p) => make('tr', {}, ...[p.title, share(p.reading.solvable), `${share(p.reading.low)} to ${share(p.reading.high)}`, share(p.reading.chance), p.reading.interest === null ? 'not known' : share(p.reading.interest), String(p.reading.median ?? ''), p.different, `${p.seconds.toFixed(0)} s`, String(p.reading.dealt)].map((words) => make('td', {}, words)));
    pinned.replaceChildren(make('h2', {}, 'Pinned'), make('table', {},
      make('thead', {}, make('tr', {}, ...['variant', 'solvable', '95%', 'random play', 'interest', 'median length', 'different challenges', 'setup time', 'deals'].map((words) => make('th', { scope: 'col' }, words)))),
      make('tbody', {}, ...pins.map(row))));
  }

  async function saveIds() {
    if (text.hasAttribute('aria-invalid')) return say('The file has an error.');
    try {
      const { ids, wanted } = /** @type {{ids: string[], wanted: number}} */ (await ask('ids', { text: text.value, options, seed: 'mine', count: 100 }));
      saveText('challenges.txt', `${ids.join('\n')}\n`);
      printed.textContent = ids.length < wanted ? `Only ${ids.length} of ${wanted} challenges were dealt in time.` : '';
    } catch (problem) {
      printed.textContent = String(/** @type {Error} */ (problem).message);
    }
    say(printed.textContent);
  }

  /** @param {string} name @param {string} content */
  function saveText(name, content) {
    save(name, new Blob([content], { type: 'text/plain' }));
  }

  const last = stored(STORE);
  text.value = typeof last === 'string' ? last : '';
  if (text.value) changed();
  else { choice.value = games.find((game) => game.default_setup)?.default_setup ?? ''; await load(); }
}
