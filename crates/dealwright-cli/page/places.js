// @ts-check
// The board: its size, where pieces go and in which order, what stays empty, and hands that lay a deal.
import { make, say } from './talk.js';
import { picture } from './tray.js';

/** Milliseconds for each piece that hands lay, and for all of them at most. */
const A_PIECE = 350;
const ALL = 12_000;

/** @typedef {import('./tray.js').Bench & {board: {tool: 'draw' | 'order' | 'empty', pending: string[], place: number | null}, left: AbortSignal}} BoardBench */

/** @param {BoardBench} bench */
export function boardSection(bench) {
  const { model, edit } = bench;
  const section = make('section', { id: 'board-section', 'aria-label': 'Board', 'data-region': 'Board' }, make('h2', {}, 'Board'), sizes(bench));
  if (!model.board) return section;
  section.append(...grid(bench));
  const order = model.laying ? make('button', { type: 'button', id: 'show-laying', 'data-focus': 'show-laying', onclick: () => showHands(bench) }, 'Show how hands lay it') : null;
  const places = /** @type {HTMLSelectElement} */ (make('select', { id: 'places-kind', 'data-focus': 'places-kind', onchange: () => {
    const value = places.value;
    if (value.startsWith('fill ')) edit([{ edit: 'fill_places', group: value.slice(5) }]);
    else edit([{ edit: 'places', value: value === 'cells' ? null : value }]);
  } },
  ...[['cells', 'every square'], ['columns', 'whole columns'], ['rows', 'whole rows']].map(([value, words]) => make('option', { value, selected: model.board.kind === value }, words)),
  ...(['list', 'block'].includes(model.board.kind) ? [make('option', { value: '', selected: true, disabled: true }, model.board.kind === 'list' ? 'drawn by hand' : 'a pattern that repeats')] : []),
  ...model.board.wide.map((/** @type {string} */ group) => make('option', { value: `fill ${group}` }, `cover the board for the ${group}`))));
  section.append(make('div', { class: 'row' }, make('label', { for: 'places-kind', class: 'row' }, 'Places ', places), order));
  return section;
}

/** @param {BoardBench} bench */
function sizes({ model, edit }) {
  return make('div', { class: 'fields' }, ...model.sizes.map((/** @type {any} */ size) => {
    const id = `kit-${size.name}`;
    const { values } = size;
    const isOpen = values.length > 0;
    const [from, to] = [Math.min(...values), Math.max(...values)];
    const isRange = isOpen && to - from + 1 === values.length;
    const number = (/** @type {HTMLInputElement} */ input) => Math.max(0, Math.trunc(Number(input.value)));
    const set = (/** @type {number} */ value) => edit([{ edit: 'size', name: size.name, value }]);
    const box = (/** @type {string} */ name, /** @type {string} */ words, /** @type {number} */ value, /** @type {(value: number) => void} */ change) => {
      const input = /** @type {HTMLInputElement} */ (make('input', { id: name, type: 'number', inputmode: 'numeric', min: 1, max: 60, value, 'data-focus': name, 'aria-label': words, onchange: () => change(number(input)) }));
      return input;
    };
    // A size that is open goes from one of its values to the next.
    const next = (/** @type {number} */ by) => (isOpen ? values.filter((/** @type {number} */ value) => (value - size.value) * by > 0).sort((/** @type {number} */ a, /** @type {number} */ b) => (a - b) * by)[0] ?? 0 : size.value + by);
    const step = (/** @type {number} */ by, /** @type {string} */ sign) => make('button', { type: 'button', 'aria-label': `${size.name}: ${by > 0 ? 'more' : 'less'}`, 'data-focus': `${id}${sign}`, disabled: next(by) < 1, onclick: () => set(next(by)) }, sign);
    const open = make('button', { type: 'button', 'data-focus': `${id}-open`, 'aria-pressed': String(isOpen), title: 'Whether players may choose it', onclick: () => edit([isOpen ? { edit: 'close_size', name: size.name } : { edit: 'open_size', name: size.name, from: Math.max(1, size.value - 1), to: size.value + 1 }]) }, 'players choose');
    const reopen = (/** @type {number} */ from, /** @type {number} */ to) => edit([{ edit: 'open_size', name: size.name, from, to }]);
    const range = !isOpen ? null : !isRange ? make('span', {}, values.join(' or '))
      : make('span', { class: 'stepper' }, 'from ', box(`${id}-from`, `${size.name} from`, from, (value) => reopen(value, to)), ' to ', box(`${id}-to`, `${size.name} to`, to, (value) => reopen(from, value)));
    return make('div', { class: 'field' }, make('label', { for: id, title: size.about }, size.name), make('span', { class: 'stepper' }, step(-1, '−'), box(id, size.name, size.value, set), step(1, '+')), open, range);
  }));
}

/** The squares, with places as they are filled. @param {BoardBench} bench */
function grid(bench) {
  const { model, edit, board: at } = bench;
  const { board } = model;
  if (board.has_stacks) at.tool = 'order';
  /** For each square the place it belongs to. @type {Map<number, number>} */
  const placeOf = new Map();
  board.places.forEach((/** @type {any} */ place, /** @type {number} */ n) => place.cells.forEach((/** @type {number} */ cell) => { if (!placeOf.has(cell)) placeOf.set(cell, n); }));
  const sizesOfPieces = [...new Set(model.groups.filter((/** @type {any} */ group) => group.pieces.length > 0).map((/** @type {any} */ group) => group.footprint.length))];
  const cellAt = new Map(board.cells.map((/** @type {any} */ cell, /** @type {number} */ n) => [`${cell.row} ${cell.column}`, n]));
  const isListed = board.kind === 'list' || board.kind === 'block';
  if (at.place !== null && at.place >= board.places.length) at.place = null;
  // In the order in which hands lay pieces, where that is known; else in the order of the places.
  const nth = new Map((model.laying?.laid ?? []).map((/** @type {any} */ piece, /** @type {number} */ n) => [piece.cells[0], n + 1]));
  const squares = board.cells.map((/** @type {any} */ cell, /** @type {number} */ n) => {
    const place = placeOf.get(n);
    const isWide = place !== undefined && board.places[place].cells.length > 1;
    const beside = (/** @type {number} */ down, /** @type {number} */ right) => place !== undefined && placeOf.get(cellAt.get(`${cell.row + down} ${cell.column + right}`) ?? -1) === place;
    const edges = [['up', -1, 0], ['down', 1, 0], ['left', 0, -1], ['right', 0, 1]].filter(([, down, right]) => isWide && !beside(Number(down), Number(right))).map(([side]) => `edge-${side}`);
    const first = place !== undefined && board.places[place].cells[0] === n;
    const words = cell.empty ? 'stays empty' : place === undefined ? 'no place' : `place ${place + 1}${nth.has(n) ? `, laid as number ${nth.get(n)}` : ''}`;
    const square = make('button', {
      type: 'button', class: ['board-cell', ...edges, cell.empty ? 'empty' : '', place === undefined && !cell.empty ? 'bare' : '', at.pending.includes(cell.name) ? 'pending' : '', place !== undefined && place === at.place ? 'chosen' : ''].filter(Boolean).join(' '),
      'data-cell': cell.name, 'data-focus': `board-${cell.name}`, 'data-number': n, 'aria-label': `${cell.name}: ${words}`, tabindex: n === 0 ? '0' : '-1', onclick: () => press(cell.name, place ?? null),
    }, cell.empty ? '' : nth.size > 0 && at.tool !== 'draw' ? String(nth.get(n) ?? '') : first ? String(place + 1) : '');
    square.style.gridArea = `${cell.row + 1} / ${cell.column + 1}`;
    return square;
  });
  const wall = make('div', { id: 'board-grid', class: `board-grid tool-${at.tool}`, role: 'group', 'aria-label': 'Squares of the board' }, ...squares);
  wall.style.gridTemplateColumns = `repeat(${board.columns}, minmax(0, 3.2rem))`;
  wall.addEventListener('focusin', (event) => { for (const square of squares) square.setAttribute('tabindex', square === event.target ? '0' : '-1'); });
  wall.addEventListener('keydown', (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[/** @type {'ArrowUp'} */ (event.key)];
    const cell = board.cells[Number(/** @type {HTMLElement} */ (event.target).dataset.number)];
    if (!step || !cell) return;
    event.preventDefault();
    squares[/** @type {number} */ (cellAt.get(`${cell.row + step[0]} ${cell.column + step[1]}`) ?? -1)]?.focus();
  });

  /** @param {string} name @param {number | null} place */
  function press(name, place) {
    if (at.tool === 'empty') return edit([{ edit: 'toggle_empty', cell: name }], `board-${name}`);
    if (at.tool === 'order') {
      at.place = place;
      return bench.edit([], `board-${name}`);
    }
    at.pending = at.pending.includes(name) ? at.pending.filter((other) => other !== name) : [...at.pending, name];
    if (sizesOfPieces.length === 1 && at.pending.length === sizesOfPieces[0]) return finish();
    bench.edit([], `board-${name}`);
  }
  function finish() {
    const cells = at.pending;
    at.pending = [];
    edit([{ edit: 'add_place', cells }], `board-${cells[cells.length - 1]}`);
  }
  // Squares that a pointer is drawn over make a place.
  let isDrawing = false;
  const under = (/** @type {PointerEvent} */ event) => /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest('#board-grid .board-cell') ?? null);
  const take = (/** @type {HTMLElement | null} */ square) => {
    const name = square?.dataset.cell;
    if (!name || at.pending.includes(name)) return;
    at.pending.push(name);
    square.classList.add('pending');
  };
  /** @type {HTMLElement | null} */
  let start = null;
  wall.addEventListener('pointerdown', (event) => { start = at.tool === 'draw' && event.button === 0 ? under(event) : null; });
  wall.addEventListener('pointermove', (event) => {
    if (!start) return;
    const square = under(event);
    if (!isDrawing && square !== start) {
      isDrawing = true;
      at.pending = [];
      wall.setPointerCapture(event.pointerId);
      take(start);
    }
    if (isDrawing) take(square);
  });
  wall.addEventListener('pointerup', () => {
    start = null;
    if (!isDrawing) return;
    isDrawing = false;
    wall.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => wall.dispatchEvent(new Event('click')), 0);
    finish();
  });
  wall.addEventListener('pointercancel', () => { start = null; isDrawing = false; at.pending = []; });

  const tool = (/** @type {'draw' | 'order' | 'empty'} */ name, /** @type {string} */ words) => make('button', { type: 'button', 'data-focus': `board-tool-${name}`, 'aria-pressed': String(at.tool === name), onclick: () => { at.tool = name; at.pending = []; at.place = null; bench.edit([], `board-tool-${name}`); } }, words);
  const tools = board.has_stacks ? null : make('div', { class: 'row', role: 'group', 'aria-label': 'What a click on the board does' }, tool('draw', 'Draw places'), tool('order', 'Order'), board.can_be_empty ? tool('empty', 'Leave squares empty') : null);
  const place = at.place === null ? null : board.places[at.place];
  const last = board.places.length - 1;
  const chosen = at.tool === 'order' && place && isListed && at.place !== null ? make('div', { class: 'row' }, make('span', {}, `Place ${at.place + 1}: ${place.words}`), ...[['Earlier', at.place - 1], ['Later', at.place + 1]].map(([words, to]) => make('button', { type: 'button', 'data-focus': `place-${words}`, disabled: Number(to) < 0 || Number(to) > last, onclick: () => {
    const from = at.place;
    at.place = Number(to);
    edit([{ edit: 'move_place', from, to }]);
  } }, String(words))), make('button', { type: 'button', 'data-focus': 'place-out', onclick: () => { const from = at.place; at.place = null; edit([{ edit: 'remove_place', place: from }]); } }, 'Take out this place')) : null;
  const pending = at.tool === 'draw' && at.pending.length > 0 ? make('div', { class: 'row' }, make('span', {}, `Drawn: ${at.pending.join(' ')}`), make('button', { type: 'button', 'data-focus': 'set-place', onclick: finish }, 'Set this place'), make('button', { type: 'button', 'data-focus': 'drop-place', onclick: () => { at.pending = []; bench.edit([]); } }, 'Never mind')) : null;
  const words = at.tool === 'draw' ? 'Drag over the squares of a place, or click them one by one. Numbers say in which order places are filled.' : at.tool === 'order' ? 'Click a place to fill it earlier or later. Numbers say in which order places are filled.' : 'Click squares that stay empty.';
  return [tools, make('div', { class: 'scroller' }, wall), pending, chosen, make('p', { class: 'soft' }, words)].filter((part) => part !== null);
}

/** Hands lay a deal, piece by piece; without motion the pieces just come one after the other. @param {BoardBench} bench */
function showHands(bench) {
  const { model, left } = bench;
  const { board, laying } = model;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const cells = board.cells.map((/** @type {any} */ cell, /** @type {number} */ n) => {
    const square = make('div', { class: `laid-cell${cell.empty ? ' empty' : ''}`, 'data-number': n });
    square.style.gridArea = `${cell.row + 1} / ${cell.column + 1}`;
    return square;
  });
  const wall = make('div', { class: 'board-grid', 'aria-hidden': 'true' }, ...cells);
  wall.style.gridTemplateColumns = `repeat(${board.columns}, minmax(0, 3.2rem))`;
  const words = make('p', { id: 'laying-words', role: 'status' });
  const pile = make('div', { class: 'pile', 'aria-hidden': 'true' }, '☟');
  const dialog = /** @type {HTMLDialogElement} */ (make('dialog', { id: 'laying', 'aria-labelledby': 'laying-title', onclose: () => { own.abort(); dialog.remove(); document.getElementById('show-laying')?.focus(); } },
    make('h2', { id: 'laying-title' }, 'How hands lay it'), words, make('div', { class: 'laying-stage' }, wall, pile),
    make('div', { class: 'buttons' }, make('button', { type: 'button', id: 'laying-next', onclick: () => { isPaused = true; next(); } }, 'Next piece'), make('button', { type: 'button', id: 'laying-again', onclick: () => { number = 0; isPaused = false; clear(); next(); } }, 'From the start')),
    make('form', { method: 'dialog' }, make('button', { type: 'submit' }, 'Close'))));
  const own = new AbortController();
  left.addEventListener('abort', () => dialog.close(), { signal: own.signal });
  const pause = Math.min(A_PIECE, ALL / Math.max(1, laying.laid.length));
  let number = 0;
  let isPaused = false;
  let timer = 0;
  const clear = () => cells.forEach((/** @type {HTMLElement} */ cell) => cell.replaceChildren());
  function next() {
    clearTimeout(timer);
    if (own.signal.aborted) return;
    const piece = laying.laid[number];
    if (!piece) {
      words.textContent = `All ${laying.laid.length} pieces lie on the board.`;
      return;
    }
    number += 1;
    words.textContent = `Step ${piece.step + 1}, piece ${number} of ${laying.laid.length}${piece.down ? ', face down' : ''}: ${model.steps[piece.step]?.sentence ?? ''}`;
    for (const cell of piece.cells) {
      const face = laying.faces[cell];
      const shown = make('div', { class: 'laid' }, piece.down ? '▒' : face ? picture(model, face) : '', make('span', { class: 'nth' }, String(number)));
      cells[cell].replaceChildren(shown);
      if (calm || !dialog.open) continue;
      const [from, to] = [pile.getBoundingClientRect(), cells[cell].getBoundingClientRect()];
      shown.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, opacity: 0.4 }, { transform: 'none', opacity: 1 }], { duration: pause * 0.9, easing: 'ease-out' });
    }
    if (!calm) pile.animate([{ transform: 'none' }, { transform: 'translateY(-6px)' }, { transform: 'none' }], { duration: pause * 0.9 });
    if (!isPaused) timer = window.setTimeout(next, pause);
  }
  own.signal.addEventListener('abort', () => clearTimeout(timer));
  document.body.append(dialog);
  dialog.showModal();
  say('Hands lay a deal.');
  // Whoever wants no motion goes on piece by piece, or sees all of it at once.
  if (calm) {
    isPaused = true;
    while (number < laying.laid.length) next();
    next();
  } else next();
}
