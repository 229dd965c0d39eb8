// @ts-check
// The deal that lies on somebody's table, entered space by space or pasted; what the kit cannot show is refused. A dead deal
// gets its reason and a repair.
import { drawnHere, least, makeBoard, turnedNote } from './board.js';
import { announce } from './deals.js';
import { ask } from './desk.js';
import { repairOffer } from './repair.js';
import { checkSetup, setupOf } from './share.js';
import { chosenRules, chosenSizes, counted, make, ruleChoices, say, sizeChoices, store, stored, typing, undecided } from './talk.js';

const STORE = 'dealwright.table';
/** Signs that people paste or type, and the letters that stand for them in IDs. @type {Record<string, string>} */
const SIGNS = { '♠': 'S', '♤': 'S', '♥': 'H', '♡': 'H', '♦': 'D', '♢': 'D', '♣': 'C', '♧': 'C' };

/**
 * @typedef {{rows: number, columns: number, squares: string[], faces: string[], unknown: number[], possible: boolean,
 *   grid: {cell: number | null, face: string, what: string}[][], id: string | null, title: string | null, svg: string | null}} Table
 */

/** Every way in which a face may be written: "TS", "10S", "ST". @param {string[]} faces @returns {Map<string, string>} */
function spellings(faces) {
  const all = new Map();
  for (const face of faces) {
    const ways = [face];
    if (face.length === 2 && face !== '--') ways.push(face[1] + face[0]);
    if (/^T./.test(face)) ways.push(`10${face[1]}`, `${face[1]}10`);
    if (face === '--') ways.push('-', '.', '__');
    for (const way of ways) if (!all.has(way)) all.set(way, face);
  }
  return all;
}

/** Upper case, signs as letters. @param {string} text */
const plain = (text) => [...text.toUpperCase()].map((letter) => SIGNS[letter] ?? letter).join('').replaceAll('\uFE0F', '');

/**
 * Faces written one after the other, with anything between rows.
 * @param {string} text @param {string[]} faces @returns {string[]}
 */
export function readFaces(text, faces) {
  const ways = spellings(faces);
  // A single sign for nothing stands for one space, wherever two of them do not.
  const longest = Math.max(...[...ways.keys()].map((way) => way.length));
  const found = [];
  let rest = plain(text);
  for (;;) {
    rest = rest.replace(/^[\s/|,;]+/, '');
    if (!rest) return found;
    let length = Math.min(longest, rest.length);
    while (length > 0 && !ways.has(rest.slice(0, length))) length -= 1;
    if (length === 0) throw new Error(`piece ${found.length + 1}: '${rest.slice(0, 3)}' is not a piece of this kit; the pieces are ${faces.join(' ')}`);
    found.push(/** @type {string} */ (ways.get(rest.slice(0, length))));
    rest = rest.slice(length);
  }
}

/** A board without the rows and columns at its edges where nothing is entered and nothing stands. @param {Table['grid']} grid */
function trimmed(grid) {
  const isUsed = (/** @type {Table['grid'][0][0] | undefined} */ spot) => spot && (spot.cell !== null || spot.face !== '');
  const rows = grid.filter((row) => row.some(isUsed));
  const columns = (rows[0] ?? []).map((_, x) => rows.some((row) => isUsed(row[x])));
  const [first, last] = [columns.indexOf(true), columns.lastIndexOf(true)];
  return rows.map((row) => row.slice(first, last + 1));
}

/** @param {HTMLElement} view @param {any[]} games @param {string} path of a link, which may name a setup and sizes @param {AbortSignal} left */
export async function table(view, games, path, left) {
  document.title = 'My table · Dealwright';
  const setups = games.flatMap((game) => game.setups.map((/** @type {any} */ setup) => ({ ...setup, game })));
  const wanted = setupOf(path);
  checkSetup(setups, wanted);
  const { rules: named = '', ...others } = wanted.options;
  const wantedRules = named ? named.split(',') : [];
  const last = stored(STORE) ?? {};
  // What a link asks for comes before what lay here, unless it is the same.
  const isLast = !wanted.setup || wanted.setup === last.setup && wantedRules.length === 0 && Object.entries(others).every(([name, value]) => last.sizes?.[name] === value);
  const kept = isLast ? last : { setup: wanted.setup, sizes: others, rules: wantedRules };
  // What a link asks for and nobody can choose here is asked of the desk too, which says what is wrong with it.
  const isKnown = (/** @type {string} */ word) => setups.find((setup) => setup.name === wanted.setup)?.game.rules.some((/** @type {any} */ rule) => word === rule.name || word.startsWith(`${rule.name}-`));
  const extra = { ...others, ...wantedRules.every(isKnown) ? {} : { rules: named } };
  const usual = games.find((game) => game.name === stored('dealwright.choice')?.game) ?? games[0];
  const first = setups.some((setup) => setup.name === kept.setup) ? kept.setup : usual?.default_setup;
  const choice = /** @type {HTMLSelectElement} */ (make('select', { id: 'table-setup', onchange: () => void safely(offerSizes({})) },
    ...games.map((game) => make('optgroup', { label: game.title }, ...game.setups.map((/** @type {any} */ setup) => make('option', { value: setup.name, selected: setup.name === first }, `${game.title}: ${setup.title}`))))));
  const sizes = make('div', { class: 'row', id: 'table-sizes' });
  const rules = make('details', { id: 'table-rules' });
  const grid = make('div', { class: 'entry', role: 'group', 'aria-label': 'The deal on your table' });
  const palette = make('div', { class: 'palette', role: 'group', 'aria-label': 'Pieces to choose from' });
  const note = make('p', { id: 'typed', class: 'note', role: 'status' });
  const answer = make('div', { id: 'answer' });
  const undoButton = make('button', { type: 'button', id: 'table-undo', onclick: undo }, 'Undo');
  const preview = make('div', { class: 'preview' });
  const turned = turnedNote();
  view.replaceChildren(
    make('h1', { tabindex: '-1' }, 'My table'),
    make('p', { class: 'soft' }, 'Lay out a deal with your own pieces and enter what you see, row by row from the top: type, tap, or paste all of it, also as an ID. You get its verdict, its level, and hints while you play.'),
    make('label', { for: 'table-setup', class: 'row' }, 'Setup ', choice), sizes, rules, note, turned, grid, palette,
    make('div', { class: 'buttons' }, undoButton, make('button', { type: 'button', id: 'clear', onclick: () => { change(withAlways(cells.map(() => ''))); note.textContent = 'The table is empty; undo brings it back.'; field(0)?.focus(); } }, 'Empty the table'),
      make('button', { type: 'button', id: 'paste', onclick: pasteFromClipboard }, 'Paste')), answer, preview,
  );
  /** @type {Table} */
  let shape;
  /** What lies there, as far as it was entered. @type {string[]} */
  let cells = [];
  /** The tables before, for undo. @type {string[][]} */
  let before = [];
  /** Cells in the order in which they were entered. @type {number[]} */
  let entered = [];
  let at = 0;
  let asked = 0;
  /** Spaces on which the same lies in every deal. @type {Map<number, string>} */
  let always = new Map();
  const withAlways = (/** @type {string[]} */ faces) => faces.map((face, n) => always.get(n) ?? face);
  /** The places as they are shown. @type {Table['grid']} */
  let drawn = [];

  const game = () => setups.find((known) => known.name === choice.value)?.game;
  const options = () => ({ ...choice.value === wanted.setup ? extra : {}, ...chosenSizes(sizes), ...chosenRules(rules).length > 0 ? { rules: chosenRules(rules).join(',') } : {} });
  const field = (/** @type {number} */ n) => /** @type {HTMLInputElement | null} */ (grid.querySelector(`[data-cell="${n}"]`));
  const remember = () => store(STORE, { setup: choice.value, sizes: chosenSizes(sizes), rules: chosenRules(rules), cells });

  /** The sizes of a setup, and its table. @param {{sizes?: Record<string, string>, rules?: string[], cells?: string[]}} known */
  function offerSizes(known) {
    const setup = setups.find((other) => other.name === choice.value);
    sizes.replaceChildren(...sizeChoices(setup, 'table-', known.sizes, () => safely(begin([]))));
    const switches = ruleChoices(game(), 'table-rule-', known.rules ?? [], () => safely(begin(cells)));
    rules.hidden = switches.length === 0;
    rules.replaceChildren(make('summary', {}, 'Rules'), ...switches);
    return begin(known.cells ?? []);
  }

  /** What fails is said. @param {Promise<unknown>} work */
  function safely(work) {
    return work.catch((error) => { if (!left.aborted) { note.textContent = String(error.message); say(note.textContent); } });
  }

  /** A table, with what is known to lie there. @param {string[]} known */
  async function begin(known) {
    shape = await ask('table', { setup: choice.value, options: options() });
    if (left.aborted) return;
    always = new Map(shape.grid.flat().filter((spot) => spot.cell !== null && spot.face).map((spot) => [Number(spot.cell), spot.face]));
    cells = withAlways(shape.squares.map((_, n) => shape.faces.includes(known[n]) && known.length === shape.squares.length ? known[n] : ''));
    [before, entered, at] = [[], cells.flatMap((cell, n) => cell ? [n] : []), 0];
    drawn = trimmed(shape.grid);
    // Where the columns would be too narrow to type into, they are rows.
    const isTurned = drawnHere(drawn, shape.faces.some((face) => face.length > 1) ? 46 : 40).upright;
    turned.hidden = !isTurned;
    if (isTurned) drawn = drawn[0].map((_, x) => drawn.map((row) => row[x]));
    const columns = Math.max(...drawn.map((row) => row.length));
    grid.style.gridTemplateColumns = `repeat(${columns}, minmax(${shape.faces.some((face) => face.length > 1) ? '2.6rem' : '2.2rem'}, 3.4rem))`;
    grid.replaceChildren(...drawn.flatMap((row, y) => row.map((spot, x) => {
      if (spot.cell === null || spot.face) return spot.face ? make('span', { class: 'fixed', title: `${spot.what}, fixed` }, spot.face) : make('span', {});
      const n = spot.cell;
      return make('input', {
        'aria-label': shape.squares[n], maxlength: '4', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', 'data-square': shape.squares[n], 'data-cell': n,
        inputmode: shape.faces.every((face) => /^\d$/.test(face)) ? 'numeric' : 'text',
        onfocus: (/** @type {FocusEvent} */ event) => { at = n; /** @type {HTMLInputElement} */ (event.target).select(); },
        onblur: () => show(n), oninput: () => typed(n), onkeydown: (/** @type {KeyboardEvent} */ event) => moveOn(event, y, x),
        onpaste: (/** @type {ClipboardEvent} */ event) => { event.preventDefault(); void paste(event.clipboardData?.getData('text') ?? '', n); },
      });
    })));
    palette.replaceChildren(...shape.faces.map((face) => make('button', { type: 'button', 'data-face': face, onclick: () => { enter(at, face); } }, face === '--' ? 'hole' : face)));
    cells.forEach((_, n) => show(n));
    answer.replaceChildren();
    preview.replaceChildren();
    tellLeft(`${counted(shape.squares.length - always.size, 'space')}: type into them, or tap one and then a piece.`);
    remember();
    if (cells.some((cell, n) => cell && !always.has(n))) await check();
  }

  /** @param {number} n */
  function show(n) {
    const input = field(n);
    if (input) input.value = cells[n] === '--' ? '–' : cells[n];
  }

  /** @param {string} [empty] what is said of an empty table */
  function tellLeft(empty = '') {
    const open = cells.filter((cell) => cell === '').length;
    undoButton.toggleAttribute('disabled', before.length === 0);
    note.textContent = open === cells.length - always.size && empty ? empty : open === 0 ? '' : `${counted(open, 'space')} left.`;
  }

  /** Another table, which can be undone. @param {string[]} next */
  function change(next) {
    before.push(cells);
    cells = next;
    entered = [...entered.filter((n) => cells[n]), ...cells.flatMap((cell, n) => cell && !entered.includes(n) ? [n] : [])];
    cells.forEach((_, n) => { if (field(n) !== document.activeElement || cells[n]) show(n); });
    grid.querySelectorAll('[aria-invalid]').forEach((input) => input.removeAttribute('aria-invalid'));
    answer.replaceChildren();
    preview.replaceChildren();
    tellLeft();
    remember();
    void safely(check());
  }

  function undo() {
    const last = before.pop();
    if (!last) return;
    cells = last;
    entered = entered.filter((n) => cells[n]);
    cells.forEach((_, n) => show(n));
    answer.replaceChildren();
    preview.replaceChildren();
    tellLeft('The table is empty.');
    remember();
    void safely(check());
  }

  /** @param {KeyboardEvent} event @param {number} row @param {number} column */
  function moveOn(event, row, column) {
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[/** @type {'ArrowUp'} */ (event.key)];
    if (way) {
      event.preventDefault();
      for (let [y, x] = [row + way[0], column + way[1]]; drawn[y]?.[x]; y += way[0], x += way[1]) {
        const cell = drawn[y][x].cell;
        if (cell !== null) return field(cell)?.focus();
      }
    }
    if (event.key === 'Backspace' && /** @type {HTMLInputElement} */ (event.target).value === '' && at > 0) { event.preventDefault(); field(at - 1)?.focus(); }
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); undo(); }
  }

  /** A space was typed into: whole faces are entered, beginnings of one are waited for; what lay there stays until then. @param {number} n */
  function typed(n) {
    const input = /** @type {HTMLInputElement} */ (field(n));
    const text = plain(input.value.trim());
    if (text === '') return cells[n] === '' ? undefined : change(cells.with(n, ''));
    const ways = spellings(shape.faces);
    const isBeginning = [...ways.keys()].some((way) => way !== text && way.startsWith(text) && way !== '--');
    const face = ways.get(text);
    if (face && !isBeginning) return enter(n, face);
    if (!face && !isBeginning) refuse(n, `${text} is not a piece of this kit; the pieces are ${shape.faces.join(' ')}`);
  }

  /** @param {number} n @param {string} face */
  function enter(n, face) {
    entered = [...entered.filter((other) => other !== n), n];
    change(cells.with(n, face));
    show(n);
    focusFrom(n + 1);
  }

  /** Goes to a space, or to the next one in which something can be entered; after the last one it stays there. @param {number} n */
  function focusFrom(n) {
    const after = cells.findIndex((_, at) => at >= n && field(at));
    (after < 0 ? field(at) : field(after))?.focus();
  }

  /** @param {number} n @param {string} words */
  function refuse(n, words) {
    show(n);
    field(n)?.setAttribute('aria-invalid', 'true');
    note.textContent = words;
    say(words);
  }

  /** @param {string} text @param {number} n where it begins, if it is not a whole deal */
  async function paste(text, n) {
    try {
      if (text.includes(':') || text.includes('~')) {
        const found = /** @type {import('./talk.js').Position} */ (await ask('position', { id: text.trim(), moves: [] }));
        if (found.game !== game()?.name) throw new Error(`This is a challenge of another game: ${found.title}. Choose a setup of that game first.`);
        return change(cellsOf(found));
      }
      const faces = readFaces(text, shape.faces);
      // A whole deal may be pasted with what always lies there, or without.
      if (faces.length === cells.length - always.size) for (const [cell, face] of [...always].sort((a, b) => a[0] - b[0])) faces.splice(cell, 0, face);
      const from = faces.length === cells.length ? 0 : n;
      if (from + faces.length > cells.length) throw new Error(`${counted(faces.length, 'piece')} pasted, but only ${cells.length - from} fit from ${shape.squares[from]} on`);
      change(withAlways(cells.map((cell, at) => faces[at - from] ?? cell)));
      focusFrom(from + faces.length);
    } catch (error) {
      note.textContent = String(/** @type {Error} */ (error).message);
      say(note.textContent);
    }
  }

  async function pasteFromClipboard() {
    try { await paste(await navigator.clipboard.readText(), at); } catch { note.textContent = 'The browser does not allow it; press Ctrl+V or Cmd+V in a space instead.'; }
  }

  /** What lies on the spaces of a position. @param {import('./talk.js').Position} position */
  function cellsOf(position) {
    const faces = new Map(position.rows.flat().map((space) => [space.square, space.face]));
    const nothing = shape.faces.includes('--') ? '--' : shape.faces.includes('.') ? '.' : '';
    const found = shape.squares.map((square) => faces.get(square) || nothing);
    if (shape.squares.some((square) => !faces.has(square))) throw new Error('This challenge has another size: choose its size first.');
    return found;
  }

  /** Asks whether the kit can show this; what was entered last is taken away until it can. */
  async function check() {
    const number = ++asked;
    let tried = [...cells];
    let wrong = -1;
    const last = entered.filter((n) => !always.has(n));
    for (;;) {
      const found = /** @type {Table} */ (await ask('table', { setup: choice.value, options: options(), cells: tried }, left));
      if (number !== asked || left.aborted) return;
      if (found.possible || last.length === 0) {
        if (wrong < 0) { if (found.id) await judge(found.id, number); return; }
        const face = cells[wrong];
        cells = cells.with(wrong, '');
        entered = entered.filter((n) => n !== wrong);
        show(wrong);
        remember();
        tellLeft();
        refuse(wrong, `${face} cannot be on ${shape.squares[wrong]} together with the pieces already there. ${note.textContent ?? ''}`.trim());
        return void safely(check());
      }
      wrong = /** @type {number} */ (last.pop());
      tried = tried.with(wrong, '');
    }
  }

  /** @param {string} id @param {number} number */
  async function judge(id, number) {
    const board = makeBoard(null);
    left.addEventListener('abort', () => board.end());
    const lying = /** @type {import('./talk.js').Position} */ (await ask('position', { id, moves: [], setup: choice.value }, left));
    const here = drawnHere(lying.rows, least());
    const position = here.narrow ? /** @type {import('./talk.js').Position} */ (await ask('position', { id, moves: [], setup: choice.value, ...here }, left)) : lying;
    if (number !== asked) return;
    preview.replaceChildren(board.scroller);
    board.draw(position);
    answer.replaceChildren(make('p', {}, 'One moment…'));
    const rated = /** @type {any} */ (await ask('rate', { id }, left));
    if (number !== asked) return;
    const level = rated.level ? `; ${rated.level}: ${rated.meaning}` : ', but its level is beyond the limits';
    const words = { solvable: `It can be solved${level}.`, unsolvable: 'It has no solution.' }[/** @type {'solvable'} */ (rated.verdict)] ?? undecided(rated.reason);
    const play = make('a', { href: `#play/${id}`, class: 'button', id: 'play-along', onclick: () => announce(id, { setup: choice.value, options: options(), level: rated.level ?? null, solvable: false }) }, 'Play along, with hints');
    answer.replaceChildren(make('p', {}, words), play);
    say(words);
    if (rated.verdict !== 'unsolvable') return;
    const why = /** @type {any} */ (await ask('why', { id }, left));
    if (number !== asked) return;
    const reason = why.causes.length > 0 ? why.causes.map((/** @type {any} */ cause) => cause.words).join(' ') : why.core ? `These are stuck by themselves: ${why.core.squares.join(', ')}, ${why.core.relaxed}.` : why.nothing_named;
    const squares = [...why.causes.flatMap((/** @type {any} */ cause) => cause.squares), ...why.core?.squares ?? []];
    board.mark({ selected: null, can: new Set(), targets: new Set(), hinted: [], refused: squares });
    answer.append(make('p', { id: 'why', class: 'why' }, reason ?? ''), repairOffer({ id, setup: choice.value, options: options(), take: (other) => void safely(ask('position', { id: other, moves: [] }).then((/** @type {any} */ found) => change(cellsOf(found)))) }));
  }

  document.addEventListener('keydown', (event) => {
    if (!typing(event) && event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) undo();
  }, { signal: left });
  await offerSizes(kept);
}
