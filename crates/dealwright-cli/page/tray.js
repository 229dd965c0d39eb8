// @ts-check
// The tray: every piece of the kit, drawn as it is printed, to be painted, exchanged, turned, copied and taken out by hand.
import { fieldFor } from './fields.js';
import { counted, make, say } from './talk.js';

/** Pixels after which a press is a drag. */
const SLACK = 8;
/** Milliseconds for which a finger rests on a square until it has lifted it. */
const REST = 300;
/** Pixels at the edges of the window where a square that is carried moves the page. */
const EDGE = 70;
/** Squares of the grid on which a shape is drawn. */
const MOST_GRID = 6;

/**
 * @typedef {{group: string, piece: number, back: boolean, cell: number}} At
 * @typedef {{model: any, edit: (edits: object[], focus?: string | ((model: any) => string)) => void,
 *   chosen: {symbol: string | null, tool: 'paint' | 'swap', marked: At | null, at: string | null, next: At | null}}} Bench
 */

/** A name for a square that it keeps when the tray is drawn again. @param {At} at */
const nameOf = (at) => `cell-${at.group}-${at.piece}-${at.back ? 1 : 0}-${at.cell}`;

/** @param {Bench} bench */
export function tray(bench) {
  const { model, edit, chosen } = bench;
  if (!model.symbols.some((/** @type {any} */ symbol) => symbol.symbol === chosen.symbol)) chosen.symbol = model.symbols[0]?.symbol ?? null;
  const kinds = /** @type {HTMLSelectElement} */ (make('select', { id: 'new-kind', 'aria-label': 'Kind of pieces', 'data-focus': 'new-kind' }, ...model.kinds.map((/** @type {any} */ kind) => make('option', { value: kind.kind }, `${kind.title}: ${kind.about}`))));
  const section = make('section', { id: 'tray', 'aria-label': 'Pieces', 'data-region': 'Pieces' },
    make('h2', {}, 'Pieces'),
    ...(model.groups.length > 0 ? palette(bench) : [make('p', { class: 'soft' }, 'The tray is empty. Choose what kind of pieces you want.')]),
    ...model.groups.map((/** @type {any} */ group) => groupOf(bench, group)),
    make('div', { class: 'row' }, kinds, make('button', { type: 'button', id: 'add-group', 'data-focus': 'add-group', onclick: () => edit([{ edit: 'add_group', kind: kinds.value }], (after) => {
      const group = after.groups[after.groups.length - 1];
      return group && group.pieces[0]?.front.length > 0 && !group.pieces[0].svg ? nameOf({ group: group.name, piece: 0, back: false, cell: 0 }) : 'add-group';
    }) }, 'Add these pieces')));
  section.addEventListener('keydown', (event) => keys(bench, event));
  dragging(bench, section);
  // One square is in the way of the Tab key, and the buttons of its piece.
  const squares = [.../** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll('.square'))];
  rove(squares.find((square) => square.dataset.focus === chosen.at) ?? squares[0]);
  section.addEventListener('focusin', (event) => {
    const square = /** @type {HTMLElement} */ (event.target);
    if (square.classList.contains('square')) {
      chosen.at = square.dataset.focus ?? null;
      rove(square);
    }
  });
  return section;

  /** @param {HTMLElement | undefined} square */
  function rove(square) {
    if (!square) return;
    for (const other of section.querySelectorAll('.square, .piece-buttons button')) other.setAttribute('tabindex', '-1');
    square.setAttribute('tabindex', '0');
    for (const button of square.closest('.made')?.querySelectorAll('.piece-buttons button') ?? []) button.setAttribute('tabindex', '0');
  }
}

/** Symbols to paint with, with their numbers. @param {Bench} bench */
function palette(bench) {
  const { model, chosen } = bench;
  const all = model.symbols.map((/** @type {any} */ symbol) => {
    const words = `${symbol.symbol}: on ${counted(symbol.count, 'square')}${symbol.problem ? `, ${symbol.problem}` : ''}`;
    const button = make('button', { type: 'button', role: 'radio', class: `paint${symbol.problem ? ' odd' : ''}`, 'data-symbol': symbol.symbol, 'data-focus': `paint-${symbol.symbol}`, 'aria-checked': String(symbol.symbol === chosen.symbol), 'aria-label': words, title: words, onclick: () => choose(symbol.symbol) },
      picture(model, symbol.symbol), make('span', { class: 'count' }, `${symbol.count}${symbol.problem ? ' !' : ''}`));
    return button;
  });
  const group = make('div', { id: 'symbols', class: 'symbols', role: 'radiogroup', 'aria-label': 'Paint with' }, ...all);
  const rove = () => all.forEach((/** @type {HTMLElement} */ button) => button.setAttribute('tabindex', button.dataset.symbol === chosen.symbol ? '0' : '-1'));
  rove();
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[/** @type {'ArrowUp'} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const at = all.findIndex((/** @type {HTMLElement} */ button) => button.dataset.symbol === chosen.symbol);
    const next = all[(at + step + all.length) % all.length];
    choose(next.dataset.symbol);
    next.focus();
  });
  /** @param {string} symbol */
  function choose(symbol) {
    chosen.symbol = symbol;
    chosen.tool = 'paint';
    for (const button of all) button.setAttribute('aria-checked', String(button.dataset.symbol === symbol));
    for (const tool of document.querySelectorAll('[data-tool]')) tool.setAttribute('aria-pressed', String(tool.getAttribute('data-tool') === 'paint'));
    document.getElementById('tray')?.classList.remove('swapping');
    rove();
  }
  const tool = (/** @type {'paint' | 'swap'} */ name, /** @type {string} */ words) => make('button', { type: 'button', 'data-tool': name, 'data-focus': `tool-${name}`, 'aria-pressed': String(chosen.tool === name), onclick: () => {
    chosen.tool = name;
    chosen.marked = null;
    for (const other of document.querySelectorAll('[data-tool]')) other.setAttribute('aria-pressed', String(other.getAttribute('data-tool') === name));
    document.getElementById('tray')?.classList.toggle('swapping', name === 'swap');
  } }, words);
  if (!model.groups.some((/** @type {any} */ known) => isPainted(known))) {
    return [make('p', { class: 'soft' }, 'These pieces come as sets. "Change pieces one by one" writes them down, so that each can be painted, copied and taken out.')];
  }
  return [
    make('div', { class: 'palette-bar' }, make('div', { class: 'row', role: 'group', 'aria-label': 'What a click does' }, tool('paint', 'Paint'), tool('swap', 'Swap two squares')), group),
    make('p', { class: 'soft' }, 'Click a square to paint it, or drag one square onto another to swap them (with a finger, rest on it until it lifts). On a square, type a symbol to paint it and go on, + for another piece, Delete to take the piece out.'),
  ];
}

/** @param {any} model @param {string} symbol */
export function picture(model, symbol) {
  const drawn = make('span', { class: 'pic', 'aria-hidden': 'true' });
  drawn.innerHTML = model.pictures[symbol] ?? '';
  if (!drawn.firstElementChild) drawn.textContent = symbol;
  return drawn;
}

/** Whether the pieces of a group have squares to be painted. @param {any} group */
const isPainted = (group) => group.listed || group.pieces.some((/** @type {any} */ piece) => piece.front.length === 1 && !piece.svg);

/** @param {Bench} bench @param {any} group */
function groupOf(bench, group) {
  const { edit } = bench;
  const name = /** @type {HTMLInputElement} */ (make('input', { type: 'text', class: 'group-name', value: group.name, 'aria-label': `Name of the ${group.name}`, autocomplete: 'off', 'data-focus': `name-${group.name}`, onchange: () => edit([{ edit: 'rename_group', group: group.name, name: name.value }], `name-${name.value}`) }));
  const squares = isPainted(group);
  const pieces = make('div', { class: 'piece-row', role: 'group', 'aria-label': `Pieces: ${group.name}` }, ...group.pieces.map((/** @type {any} */ piece) => (squares ? painted(bench, group, piece) : whole(bench, group, piece))));
  const add = group.counted ? make('button', { type: 'button', class: 'add-piece', 'data-focus': `add-${group.name}`, onclick: () => addPiece(bench, group) }, 'Add a piece') : null;
  const fields = group.fields.map((/** @type {any} */ field) => fieldFor(field, `group-${group.name}-${field.key}`, (change) => edit([{ edit: 'set_group', group: group.name, key: field.key, ...change }])));
  const sides = group.listed ? [make('label', { class: 'row' }, make('input', { type: 'checkbox', checked: group.two_sided, 'data-focus': `sides-${group.name}`, onchange: () => edit([{ edit: 'sides', group: group.name, two: !group.two_sided }]) }), 'Something on the back too')] : [];
  return make('div', { class: 'group', 'data-group': group.name },
    make('div', { class: 'row' }, make('h3', {}, group.title.split(',')[0] || 'Pieces'), name,
      make('span', { class: 'soft' }, counted(group.pieces.reduce((/** @type {number} */ sum, /** @type {any} */ piece) => sum + piece.count, 0), 'piece')),
      add, group.can_be_listed ? make('button', { type: 'button', class: 'list-pieces', 'data-focus': `list-${group.name}`, onclick: () => edit([{ edit: 'list_pieces', group: group.name }]) }, 'Change pieces one by one') : null,
      make('button', { type: 'button', class: 'remove-group', 'data-focus': `remove-${group.name}`, onclick: () => edit([{ edit: 'remove_group', group: group.name }], 'new-kind') }, `Take out the ${group.name}`)),
    pieces,
    make('details', { 'data-keep': `more-${group.name}` }, make('summary', { 'data-focus': `more-${group.name}` }, 'Shape, turning, and more'), make('div', { class: 'fields' }, ...fields, ...sides), group.listed ? shape(bench, group) : null));
}

/** @param {Bench} bench @param {any} group */
function addPiece(bench, group) {
  const { chosen } = bench;
  const { next } = chosen;
  const pieces = next && next.group === group.name ? Math.max(group.pieces.length, next.piece + 1) : group.pieces.length;
  chosen.next = { group: group.name, piece: pieces, back: false, cell: 0 };
  bench.edit([{ edit: 'add_piece', group: group.name, symbol: chosen.symbol }], nameOf(chosen.next));
}

/** The square after one, as one reads; the last one has none after it. @param {any} group @param {At} at @param {number} pieces */
function after(group, at, pieces) {
  if (at.cell + 1 < group.footprint.length) return { ...at, cell: at.cell + 1 };
  if (group.two_sided && !at.back) return { ...at, back: true, cell: 0 };
  return at.piece + 1 < pieces ? { ...at, piece: at.piece + 1, back: false, cell: 0 } : at;
}

/** A piece whose squares can be painted. @param {Bench} bench @param {any} group @param {any} piece */
function painted(bench, group, piece) {
  const { model, edit, chosen } = bench;
  const here = { group: group.name, piece: piece.number, back: false, cell: 0 };
  const remedies = (model.problems[0]?.remedies ?? []).filter((/** @type {any} */ remedy) => remedy.at?.group === group.name && remedy.at.piece === piece.number);
  const side = (/** @type {string[]} */ symbols, /** @type {boolean} */ back) => {
    const squares = symbols.map((symbol, cell) => {
      const at = { ...here, back, cell };
      const [row, column] = group.footprint[cell] ?? [0, cell];
      const isMarked = chosen.marked && nameOf(chosen.marked) === nameOf(at);
      const square = make('button', {
        type: 'button', class: `square${isMarked ? ' taken' : ''}${remedies.some((/** @type {any} */ remedy) => remedy.at.cell === cell && remedy.at.back === back) ? ' wrong' : ''}`,
        'aria-label': `${group.name} ${piece.number + 1}${back ? ', back' : ''}, square ${cell + 1}: ${symbol}`, 'data-focus': nameOf(at), 'data-at': JSON.stringify(at), onclick: () => press(bench, at),
      }, picture(model, symbol));
      square.style.gridArea = `${row + 1} / ${column + 1}`;
      return square;
    });
    return make('div', { class: `squares${back ? ' of-back' : ''}` }, ...squares);
  };
  const button = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {object} */ change, /** @type {string} */ focus) => make('button', { type: 'button', 'aria-label': `${words} ${piece.number + 1} of ${group.name}`, title: words, 'data-focus': `${words}-${group.name}-${piece.number}`, onclick: () => edit([change], focus) }, sign);
  const before = nameOf({ ...here, piece: Math.max(0, piece.number - 1) });
  return make('div', { class: `made${remedies.length > 0 ? ' odd' : ''}` },
    make('div', { class: 'sides' }, side(piece.front, false), piece.back.length > 0 ? side(piece.back, true) : null, piece.front.length === 0 ? make('p', { class: 'soft' }, `${piece.words}: cannot be read`) : null),
    make('div', { class: 'piece-buttons' },
      group.listed && (group.footprint.length > 1 || piece.back.length > 0) ? button('↻', 'turn piece', { edit: 'turn', at: here }, nameOf(here)) : null,
      button('❐', 'copy piece', { edit: 'copy_piece', at: here }, nameOf({ ...here, piece: piece.number + 1 })),
      button('✕', 'take out piece', { edit: 'remove_piece', at: here }, before)),
    ...remedies.filter((/** @type {any} */ one, /** @type {number} */ n) => remedies.findIndex((/** @type {any} */ other) => other.words === one.words) === n).slice(0, 2).map((/** @type {any} */ remedy) => make('button', { type: 'button', class: 'remedy', 'data-focus': `remedy-${nameOf(remedy.at)}`, onclick: () => edit(remedy.edits, nameOf(remedy.at)) }, remedy.words)));
}

/** A piece as it is printed, which cannot be painted. @param {Bench} bench @param {any} group @param {any} piece */
function whole({ edit }, group, piece) {
  const drawn = make('span', { class: 'whole', role: 'img', 'aria-label': `${piece.words}${piece.count > 1 ? `, ${piece.count} of them` : ''}` });
  drawn.innerHTML = piece.svg ?? '';
  if (!drawn.firstElementChild) drawn.textContent = piece.words;
  const here = { group: group.name, piece: piece.number };
  return make('div', { class: 'made' }, drawn, piece.count > 1 ? make('span', { class: 'soft' }, `× ${piece.count}`) : null,
    group.counted ? make('div', { class: 'piece-buttons' }, make('button', { type: 'button', 'aria-label': `take out piece ${piece.number + 1} of ${group.name}`, 'data-focus': `out-${group.name}-${piece.number}`, onclick: () => edit([{ edit: 'remove_piece', at: here }]) }, '✕')) : null);
}

/** A square was clicked. @param {Bench} bench @param {At} at */
function press(bench, at) {
  const { chosen, edit } = bench;
  if (chosen.tool === 'swap') {
    if (!chosen.marked) {
      chosen.marked = at;
      document.querySelector(`[data-focus="${CSS.escape(nameOf(at))}"]`)?.classList.add('taken');
      return say('Choose the square to swap it with.');
    }
    const one = chosen.marked;
    chosen.marked = null;
    return edit([{ edit: 'swap', one, other: at }], nameOf(at));
  }
  if (chosen.symbol !== null) edit([{ edit: 'paint', at, symbol: chosen.symbol }], nameOf(at));
}

/** What was typed of a symbol of two letters, and when. */
let typed = '';
let typedAt = 0;

/** Keys on the squares. @param {Bench} bench @param {KeyboardEvent} event */
function keys(bench, event) {
  const square = /** @type {HTMLElement} */ (event.target);
  if (!square.classList.contains('square') || event.ctrlKey || event.metaKey || event.altKey) return;
  const { model, edit, chosen } = bench;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#tray .square'))];
  const number = all.indexOf(square);
  // Whoever types fast is ahead of what is drawn.
  const at = /** @type {At} */ (chosen.next ?? JSON.parse(square.dataset.at ?? '{}'));
  const group = model.groups.find((/** @type {any} */ known) => known.name === at.group);
  if (!group) return;
  const next = (/** @type {number} */ step) => all[Math.max(0, Math.min(all.length - 1, number + step))];
  const go = (/** @type {HTMLElement | undefined} */ other) => { if (other) { event.preventDefault(); other.focus(); } };
  const ofPiece = (/** @type {number} */ by) => all.find((other) => other.dataset.focus === nameOf({ ...at, piece: at.piece + by }));
  if (event.key === 'ArrowRight') return go(next(1));
  if (event.key === 'ArrowLeft') return go(next(-1));
  if (event.key === 'ArrowDown') return go(ofPiece(1) ?? next(1));
  if (event.key === 'ArrowUp') return go(ofPiece(-1) ?? next(-1));
  if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    return edit([{ edit: 'remove_piece', at }], nameOf({ ...at, cell: 0, back: false, piece: Math.max(0, at.piece - 1) }));
  }
  if (event.key === '+' || event.key === 'Insert') {
    event.preventDefault();
    return addPiece(bench, group);
  }
  if (event.key.length !== 1) return;
  const now = event.timeStamp;
  typed = (now - typedAt < 1500 ? typed : '') + event.key.toUpperCase();
  typedAt = now;
  const known = (/** @type {string} */ word) => model.symbols.find((/** @type {any} */ symbol) => symbol.symbol === word);
  const symbol = known(typed) ?? known(event.key.toUpperCase());
  if (!symbol) return;
  typed = '';
  event.preventDefault();
  chosen.symbol = symbol.symbol;
  chosen.next = after(group, at, Math.max(group.pieces.length, at.piece + 1));
  edit([{ edit: 'paint', at, symbol: symbol.symbol }], nameOf(chosen.next));
}

/**
 * Squares dragged onto others change places. A finger that moves at once scrolls; one that rests on a square first lifts it.
 * @param {Bench} bench @param {HTMLElement} section
 */
function dragging({ edit, chosen }, section) {
  /** @type {{square: HTMLElement, x: number, y: number, isFinger: boolean, ghost: HTMLElement | null, over: HTMLElement | null, pointer: number} | null} */
  let held = null;
  let timer = 0;
  const squareAt = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {HTMLElement | null} */ (document.elementFromPoint(x, y)?.closest('#tray .square') ?? null);
  const letGo = () => {
    clearTimeout(timer);
    held?.ghost?.remove();
    held?.over?.classList.remove('over');
    held?.square.classList.remove('taken');
    held = null;
  };
  const lift = () => {
    if (!held) return;
    section.setPointerCapture(held.pointer);
    held.ghost = make('div', { class: 'dragged' });
    held.ghost.innerHTML = held.square.innerHTML;
    document.body.append(held.ghost);
    held.square.classList.add('taken');
    show();
    requestAnimationFrame(scroll);
  };
  /** The square at the pointer, and what it is over. */
  const show = () => {
    if (!held?.ghost) return;
    held.ghost.style.left = `${held.x}px`;
    held.ghost.style.top = `${held.y}px`;
    const over = squareAt(held.x, held.y);
    if (over === held.over) return;
    held.over?.classList.remove('over');
    over?.classList.add('over');
    held.over = over;
  };
  /** Near an edge of the window the page moves along. */
  const scroll = () => {
    if (!held?.ghost || !section.isConnected) return letGo();
    const by = held.y < EDGE ? held.y - EDGE : Math.max(0, held.y - (innerHeight - EDGE));
    if (by !== 0) {
      scrollBy(0, by / 4);
      show();
    }
    requestAnimationFrame(scroll);
  };
  section.addEventListener('pointerdown', (event) => {
    const square = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest('.square'));
    if (!square || event.button !== 0 || held) return;
    const isFinger = event.pointerType === 'touch' && chosen.tool !== 'swap';
    held = { square, x: event.clientX, y: event.clientY, isFinger, ghost: null, over: null, pointer: event.pointerId };
    if (isFinger) timer = window.setTimeout(lift, REST);
  });
  section.addEventListener('pointermove', (event) => {
    if (!held || held.pointer !== event.pointerId) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      if (held.isFinger) return letGo();
      lift();
    }
    [held.x, held.y] = [event.clientX, event.clientY];
    show();
  });
  section.addEventListener('pointerup', (event) => {
    if (held?.pointer !== event.pointerId) return;
    const from = held.ghost ? held.square : null;
    const to = from ? squareAt(event.clientX, event.clientY) : null;
    letGo();
    if (!from) return;
    // The click that follows is no click.
    section.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => section.dispatchEvent(new Event('click')), 0);
    if (to && to !== from) edit([{ edit: 'swap', one: JSON.parse(from.dataset.at ?? ''), other: JSON.parse(to.dataset.at ?? '') }], to.dataset.focus);
  });
  section.addEventListener('pointercancel', letGo);
  // Whoever carries a square does not scroll, and wants no menu.
  section.addEventListener('touchmove', (event) => { if (held?.ghost && event.cancelable) event.preventDefault(); }, { passive: false });
  section.addEventListener('contextmenu', (event) => { if (held?.isFinger) event.preventDefault(); });
}

/** The form of the pieces, drawn on a grid. @param {Bench} bench @param {any} group */
function shape({ edit }, group) {
  const has = (/** @type {number} */ row, /** @type {number} */ column) => group.footprint.some((/** @type {number[]} */ cell) => cell[0] === row && cell[1] === column);
  const size = (/** @type {number} */ axis) => Math.min(MOST_GRID, Math.max(3, 2 + Math.max(...group.footprint.map((/** @type {number[]} */ cell) => cell[axis]))));
  const [rows, columns] = [size(0), size(1)];
  const grid = make('div', { class: 'shape-grid', role: 'group', 'aria-label': `Shape of the ${group.name}` });
  grid.style.gridTemplateColumns = `repeat(${columns}, 44px)`;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      grid.append(make('button', { type: 'button', class: has(row, column) ? 'on' : '', 'aria-pressed': String(has(row, column)), 'aria-label': `row ${row + 1}, column ${column + 1}`, 'data-focus': `shape-${group.name}-${row}-${column}`, onclick: () => {
        const drawing = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => ((r === row && c === column) !== has(r, c) ? 'X' : '.')).join(''));
        edit([{ edit: 'shape', group: group.name, drawing }]);
      } }));
    }
  }
  return make('div', {}, make('p', { class: 'soft' }, 'Click squares to draw the shape; all of them have to be connected.'), grid);
}
