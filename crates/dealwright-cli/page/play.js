// @ts-check
// A game being played. Positions, legal moves and reasons come from the server; here is only what was clicked and when.
import { ask, make, printing, say, store, stored, typing, undecided } from './talk.js';
import { lookBack } from './lookback.js';

const STORE = 'dealwright.game.';
/** Games kept in the browser. */
const MOST_KEPT = 50;

/** @typedef {{history: string[][], at: number, solved: boolean, time: number}} Kept */

/** A game that the browser keeps, if it has the form of one. @param {string} id @returns {Kept | null} */
function kept(id) {
  const game = stored(STORE + id);
  const isLine = (/** @type {any} */ line) => Array.isArray(line) && line.every((move) => typeof move === 'string');
  const sound = game && Array.isArray(game.history) && game.history.every(isLine) && isLine(game.history[game.at]);
  return sound ? { history: game.history, at: game.at, solved: game.solved === true, time: Number(game.time) || 0 } : null;
}

/** Names of kept games. */
function keptNames() {
  try { return Object.keys(localStorage).filter((key) => key.startsWith(STORE)).map((key) => key.slice(STORE.length)); } catch { return []; }
}

/** Games that were begun here, the last first. */
export function playing() {
  const games = keptNames().map((id) => {
    const game = kept(id);
    return game && { id, moves: game.history[game.at].length, solved: game.solved, time: game.time };
  });
  return games.filter((game) => game !== null).sort((a, b) => b.time - a.time);
}

/** Ends what the last game was waiting for. */
let leave = () => {};
export function leaveGame() { leave(); }

/**
 * Shows a game in an element.
 * @param {HTMLElement} view @param {string} id @param {() => void} another @param {() => boolean} isHere
 */
export async function play(view, id, another, isHere) {
  const gone = new AbortController();
  leave = () => gone.abort();
  /** @type {import('./talk.js').Position} */
  let position = await ask('position', { id, moves: [] }, gone.signal);
  if (!isHere()) return;
  const name = position.id;
  /** Each entry is a whole line of moves, so that beginning again can be undone too. */
  const game = kept(name) ?? { history: [[]], at: 0, solved: false, time: 0 };
  /** @type {string | null} */
  let selected = null;
  let cursor = '';
  /** @type {{rung: number, answer: import('./talk.js').Hint} | null} */
  let hint = null;
  /** @type {number | null} */
  let shortest = null;
  let animating = false;
  /** Whether an answer is being waited for: until it is there, nothing else is begun. */
  let busy = false;

  const title = make('h1', {}, position.title.split(',')[0]);
  const subtitle = make('p', { class: 'soft' }, position.title.split(',').slice(1).join(',').trim());
  const board = make('div', { class: 'board', role: 'group', 'aria-label': 'Board' });
  const note = make('p', { class: 'note', id: 'note' });
  const count = make('p', { class: 'count', id: 'count' });
  const line = make('p', { class: 'soft line', id: 'line' });
  // Moves that nothing on the board can be pointed at for.
  const others = make('div', { class: 'buttons', id: 'moves', role: 'group', 'aria-label': 'Moves' });
  const end = /** @type {HTMLDialogElement} */ (make('dialog', { id: 'won', 'aria-labelledby': 'won-title' }));
  const buttons = {
    undo: button('Undo', 'undo', () => step(-1)),
    redo: button('Redo', 'redo', () => step(1)),
    again: button('Begin again', 'again', restart),
    hint: button('Hint', 'hint', nextHint),
    lost: button('Where did I lose it?', 'lost', whereLost),
    solve: button('Show the solution', 'solve', solve),
    another: button('Another deal', 'another', another),
  };
  const share = make('p', { class: 'soft' }, 'This challenge: ', make('code', { id: 'id' }, name), ' ', button('Copy link', 'copy', copy));
  const print = printing('print/challenge', () => ({ id: name }), () => 'challenge.pdf', tell);
  document.title = `${title.textContent} · Dealwright`;
  view.replaceChildren(title, subtitle, make('div', { class: 'scroller' }, board), others, note, count, make('div', { class: 'buttons', role: 'toolbar', 'aria-label': 'Game' }, ...Object.values(buttons)), line, share, print, end);

  /** @param {string} words @param {string} name @param {() => void} press */
  function button(words, name, press) {
    return make('button', { type: 'button', id: name, onclick: press }, words);
  }

  function moves() { return game.history[game.at]; }

  function keep() {
    game.time = Date.now();
    store(STORE + name, game);
    for (const old of playing().slice(MOST_KEPT)) localStorage.removeItem(STORE + old.id);
  }

  async function copy() {
    const link = `${location.origin}/#play/${name}`;
    try { await navigator.clipboard.writeText(link); tell('Link copied.'); } catch { tell(link); }
  }

  /** @param {string} words */
  function tell(words) {
    note.textContent = words;
    say(words);
  }

  /** One thing after the other; what fails is said and taken back. @param {() => Promise<unknown>} work */
  async function one(work) {
    if (busy) return;
    busy = true;
    const { history, at } = game;
    try {
      await work();
    } catch (error) {
      if (gone.signal.aborted) return;
      Object.assign(game, { history, at });
      tell(String(/** @type {Error} */ (error).message));
    } finally {
      busy = false;
    }
  }

  /** Goes to another line of moves; what came after in the history is given up, as everywhere. @param {string[]} next */
  function go(next) {
    game.history = [...game.history.slice(0, game.at + 1), next];
    game.at = game.history.length - 1;
    return refresh();
  }

  /** @param {number} by */
  function step(by) {
    if (animating || !game.history[game.at + by]) return;
    one(() => {
      game.at += by;
      return refresh(by < 0 ? 'Undone.' : 'Redone.');
    });
  }

  function restart() {
    if (!animating && moves().length > 0) one(async () => { await go([]); tell('Back at the start; undo brings your game back.'); });
  }

  /** Fetches and draws the position. @param {string} [words] */
  async function refresh(words = '') {
    selected = null;
    hint = null;
    position = await ask('position', { id: name, moves: moves() }, gone.signal);
    // What cannot be played is not kept either.
    if (position.stopped) game.history[game.at] = position.moves;
    const won = position.solved && !game.solved && !animating && moves().length > 0;
    game.solved ||= won;
    draw();
    if (moves().length > 0 || kept(name)) keep();
    if (words) tell(words);
    if (position.solved && moves().length > 0) {
      tell('Solved!');
      if (won) finish();
    } else if (position.legal.length === 0 && !position.solved) {
      tell('No move is left. Undo, or ask where it was lost.');
    }
  }

  function draw() {
    const focused = document.activeElement instanceof HTMLElement && board.contains(document.activeElement);
    board.innerHTML = position.svg;
    const svg = /** @type {SVGSVGElement} */ (board.firstElementChild);
    svg.setAttribute('aria-hidden', 'true');
    const [, , width, height] = (svg.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number);
    // As large as the window allows, without bands beside it.
    board.style.maxWidth = `min(58rem, ${68 * width / height}vh)`;
    // Spaces stay large enough for a finger; the board is pushed sideways if need be.
    board.style.minWidth = `${25 * (position.rows[0]?.length ?? 1)}px`;
    const frame = svg.getBoundingClientRect();
    const spaces = position.rows.flat().filter((space) => space.square);
    if (!spaces.some((space) => space.square === cursor)) cursor = spaces[0]?.square ?? '';
    const can = new Set(position.legal.flatMap((legal) => legal.pair ? [legal.from, legal.to] : [legal.from]));
    const targets = new Set(position.legal.flatMap((legal) => {
      if (legal.from === selected) return [legal.to];
      return legal.pair && legal.to === selected ? [legal.from] : [];
    }));
    const shown = hint && hint.rung >= 2 ? [hint.answer.from, hint.rung >= 3 ? hint.answer.to : null] : [];
    for (const space of spaces) {
      const square = /** @type {string} */ (space.square);
      const drawn = /** @type {SVGGraphicsElement | null} */ (svg.querySelector(`[data-square="${square}"]`));
      if (!drawn) continue;
      const box = drawn.getBoundingClientRect();
      const state = [
        square === selected ? 'taken' : '', targets.has(square) ? 'target' : '',
        selected === null && can.has(square) ? 'can' : '', shown.includes(square) ? 'hinted' : '',
      ].filter(Boolean);
      const words = [space.words, square === selected ? 'taken' : '', targets.has(square) ? 'can go here' : '',
        selected === null && can.has(square) ? 'can move' : '', shown.includes(square) ? 'hint' : ''].filter(Boolean).join(', ');
      const spot = make('button', {
        type: 'button', class: ['spot', ...state].join(' '), 'data-square': square, 'aria-label': words,
        'aria-pressed': square === selected ? 'true' : null, tabindex: square === cursor ? '0' : '-1',
        onclick: (/** @type {MouseEvent} */ event) => { if (event.detail === 0 || !dragged) press(square); dragged = false; },
        onfocus: () => { cursor = square; },
      });
      spot.style.left = `${100 * (box.x - frame.x) / frame.width}%`;
      spot.style.top = `${100 * (box.y - frame.y) / frame.height}%`;
      spot.style.width = `${100 * box.width / frame.width}%`;
      spot.style.height = `${100 * box.height / frame.height}%`;
      board.append(spot);
    }
    others.replaceChildren(...position.legal.filter((legal) => !legal.from || !legal.to).map((legal) =>
      make('button', { type: 'button', 'data-move': legal.move, onclick: () => { if (!animating) one(() => go([...position.moves, legal.move])); } }, legal.move)));
    if (focused) focusCursor();
    const made = moves().length;
    const against = shortest === null ? '' : ` The shortest solution has ${shortest}.`;
    count.textContent = `${made} ${made === 1 ? 'move' : 'moves'} made.${against}`;
    line.textContent = position.moves.join(' ');
    buttons.undo.toggleAttribute('disabled', animating || game.at === 0);
    buttons.redo.toggleAttribute('disabled', animating || game.at === game.history.length - 1);
    buttons.again.toggleAttribute('disabled', animating || made === 0);
  }

  function focusCursor() {
    /** @type {HTMLElement | null} */ (board.querySelector(`.spot[data-square="${cursor}"]`))?.focus({ preventScroll: true });
  }

  /** A space was clicked, tapped or entered. @param {string} square */
  function press(square) {
    if (animating || busy || position.solved) return;
    cursor = square;
    if (selected === square) {
      selected = null;
      draw();
      return say('Put back.');
    }
    if (selected !== null) { const from = selected; return void one(() => attempt(from, square)); }
    const from = position.legal.filter((legal) => legal.from === square || legal.pair && legal.to === square);
    const into = position.legal.filter((legal) => !legal.pair && legal.to === square);
    const words = position.rows.flat().find((space) => space.square === square);
    // A free space that only one piece fits is filled at once.
    if (from.length === 0 && into.length === 1) return void one(async () => { await go([...position.moves, into[0].move]); say(`Moved ${into[0].move}.`); });
    // What goes nowhere on the board needs no second click.
    if (from.length === 1 && from[0].to === null) return void one(async () => { await go([...position.moves, from[0].move]); say(`Moved ${from[0].move}.`); });
    selected = square;
    draw();
    say(`${words?.words}, picked up. It can go to ${from.length} ${from.length === 1 ? 'place' : 'places'}.`);
  }

  /** Tries a move; if it is none, the server says why. @param {string} from @param {string} to */
  async function attempt(from, to) {
    const legal = position.legal.find((legal) => legal.from === from && legal.to === to || legal.pair && legal.from === to && legal.to === from);
    if (legal) {
      await go([...position.moves, legal.move]);
      return say(`Moved ${legal.move}.`);
    }
    selected = null;
    // Another piece that can move is taken instead.
    if (position.legal.some((legal) => !legal.pair && legal.from === to)) { selected = to; draw(); return; }
    draw();
    const refused = /** @type {import('./talk.js').Position} */ (await ask('position', { id: name, moves: position.moves, attempt: [from, to] }, gone.signal));
    tell(refused.stopped ? refused.stopped.why : 'That is not a move.');
  }

  function nextHint() {
    if (!animating && !position.solved) one(showHint);
  }

  async function showHint() {
    if (!hint) {
      const answer = /** @type {import('./talk.js').Hint} */ (await ask('hint', { id: name, moves: position.moves }, gone.signal));
      hint = { rung: 0, answer };
    }
    const { answer } = hint;
    if (answer.verdict === 'unsolvable' && moves().length === 0) return tell('This deal has no solution.');
    if (answer.verdict !== 'solvable') {
      return tell(answer.verdict === 'unsolvable' ? 'No solution is left from here. "Where did I lose it?" goes back to where one was.' : undecided(answer.reason));
    }
    hint.rung = Math.min(hint.rung + 1, 4);
    draw();
    const far = `${answer.line.length} ${answer.line.length === 1 ? 'move' : 'moves'}`;
    tell([
      '', `Still solvable${answer.shortest ? ` in ${far}` : ''}. Ask again for the piece.`,
      `Look at ${answer.from}. Ask again for the move.`, `${answer.line[0]}. Ask again for the whole solution.`,
      `The whole solution: ${answer.line.join(' ')}`,
    ][hint.rung]);
  }

  function whereLost() {
    if (!animating) one(goWhereLost);
  }

  async function goWhereLost() {
    const found = /** @type {import('./talk.js').Lost} */ (await ask('lost', { id: name, moves: position.moves }, gone.signal));
    if (found.verdict === 'undecided') return tell(undecided(found.reason));
    if (found.between) {
      const [first, last] = found.between;
      const where = first === 0 ? `It was lost by move ${last} at the latest, perhaps from the start` : `It was lost by one of the moves ${first} to ${last}`;
      return tell(`No solution is left. ${where}; which one is undecided: ${found.reason ?? 'the limits ran out'}.`);
    }
    if (found.lost_at === null) return tell('Nothing is lost: there is still a solution.');
    if (found.lost_at === 0) return tell('It was lost from the start: this deal has no solution.');
    const wrong = position.moves[found.lost_at - 1];
    await go(position.moves.slice(0, found.lost_at - 1));
    tell(`Lost by move ${found.lost_at}, ${wrong}. This is the position before it; undo goes back.`);
  }

  function solve() {
    if (!animating && !position.solved) one(showSolution);
  }

  async function showSolution() {
    const answer = /** @type {import('./talk.js').Hint} */ (await ask('hint', { id: name, moves: position.moves }, gone.signal));
    if (answer.verdict !== 'solvable') return tell(answer.verdict === 'unsolvable' ? 'No solution is left from here.' : undecided(answer.reason));
    animating = true;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const move of answer.line) {
      if (!animating || gone.signal.aborted) break;
      await go([...position.moves, move]);
      if (!still) await new Promise((resolve) => setTimeout(resolve, 350));
    }
    animating = false;
    draw();
  }

  /** A game that was won. Looking back on it goes on while the dialog is open. */
  function finish() {
    lookBack(end, {
      id: name, moves: position.moves, shortest, signal: gone.signal, another,
      go: (after) => { const moves = position.moves; one(() => go(moves.slice(0, after))); },
      know: (moves) => { shortest = moves; draw(); },
    });
  }

  // A piece can also be dragged.
  let dragged = false;
  /** @type {string | null} */
  let from = null;
  const squareAt = (/** @type {PointerEvent} */ event) =>
    /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY))?.closest('.spot')?.getAttribute('data-square') ?? null;
  board.addEventListener('pointerdown', (event) => {
    dragged = false;
    from = squareAt(event);
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
  });
  board.addEventListener('pointerup', (event) => {
    const to = squareAt(event);
    if (from && to && from !== to && !animating && !busy && !position.solved) {
      dragged = true;
      const begun = from;
      one(() => attempt(begun, to));
    }
    from = null;
  });
  // A drag that ends elsewhere is none.
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => { from = null; }, { signal: gone.signal });

  const arrows = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]') || typing(event)) return;
    const way = arrows[/** @type {'ArrowUp'} */ (event.key)];
    if (way) {
      const row = position.rows.findIndex((spaces) => spaces.some((space) => space.square === cursor));
      const column = position.rows[row]?.findIndex((space) => space.square === cursor) ?? -1;
      const next = position.rows[row + way[0]]?.[column + way[1]];
      if (next?.square) {
        cursor = next.square;
        board.querySelectorAll('.spot').forEach((spot) => spot.setAttribute('tabindex', spot.getAttribute('data-square') === cursor ? '0' : '-1'));
      }
      focusCursor();
      event.preventDefault();
      return;
    }
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    if (key === 'escape') { animating = false; if (selected) { selected = null; draw(); } return; }
    if (key === 'z' && control && event.shiftKey || key === 'y' && control || key === 'r' && !control) step(1);
    else if (key === 'z' || key === 'u' && !control) step(-1);
    else if (control) return;
    else if (key === 'h') nextHint();
    else if (key === 'l') whereLost();
    else if (key === 'b') restart();
    else if (key === 's') solve();
    else return;
    event.preventDefault();
  }, { signal: gone.signal });

  await one(() => refresh(moves().length > 0 ? 'Your game continues.' : position.solved ? 'This deal is solved from the start.' : ''));
  const first = position.legal[0];
  if (first?.from) cursor = first.from;
  draw();
  ask('hint', { id: name, moves: [] }, gone.signal).then((/** @type {any} */ answer) => {
    if (answer.verdict === 'solvable' && answer.shortest) shortest = answer.line.length;
    draw();
    if (answer.verdict === 'unsolvable' && moves().length === 0) tell('This deal has no solution.');
  }).catch(() => {});
}
