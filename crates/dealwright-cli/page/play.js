// @ts-check
// A game being played. Positions, legal moves and reasons come from the desk; here is only what was meant and when.
import { drawnHere, makeBoard, turnedNote } from './board.js';
import { ask } from './desk.js';
import { freshGame, keep, kept, keyOf, note as log } from './habits.js';
import { printing } from './print.js';
import { sharing } from './share.js';
import { clock, counted, make, say, setting, settingSwitch, typing, undecided } from './talk.js';

/** Milliseconds between two moves of a solution that is shown. */
const PACE = 350;

/**
 * @typedef {{link: string, another: () => void, isHere: () => boolean, setup?: string, level?: string, daily?: string,
 *   isDealt?: boolean, games: () => Promise<any[]>, log?: (what: string, value?: string | number, isSolved?: boolean) => void}} Game
 * With `log` a game is played for a study: it begins anew, nothing of it is kept here, and nobody is told what was not asked for.
 */

/** Ends what the last game was waiting for. */
let leave = () => {};
export function leaveGame() { leave(); leave = () => {}; }

/**
 * Shows a game in an element.
 * @param {HTMLElement} view @param {Game} given
 */
export async function play(view, given) {
  const { link, another, isHere } = given;
  leaveGame();
  const gone = new AbortController();
  leave = () => gone.abort();
  /** @type {import('./talk.js').Position} */
  let position = await ask('position', { id: link, moves: [], setup: given.setup }, gone.signal);
  if (!isHere()) return;
  const name = position.id;
  const lying = position.rows;
  const known = given.log ? null : kept(name);
  const game = known ?? freshGame();
  // A game keeps what it was dealt as.
  game.setup = given.setup || game.setup || position.setup?.name || '';
  game.level = given.level || game.level;
  game.daily = given.daily ?? game.daily;
  game.link = link.includes('~') || !game.link ? link : game.link;
  game.title = position.title;
  game.kit = position.setup?.title ?? game.kit;
  /** @type {string | null} */
  let selected = null;
  /** Squares that the last refusal is about. @type {string[]} */
  let refused = [];
  /** @type {{rung: number, answer: import('./talk.js').Hint} | null} */
  let hint = null;
  /** @type {number | null} */
  let shortest = null;
  let animating = false;
  /** Whether the log has it. */
  let isNoted = false;
  let here = drawnHere(lying);
  /** Counts positions, so that what is found out about one is not said of another. */
  let turn = 0;
  /** What waits for an answer; everything else is done after it, nothing is dropped. */
  let queue = Promise.resolve();
  let waiting = 0;

  const board = makeBoard({
    press: (square) => void one(async () => press(square)),
    drop: (from, to) => void one(() => { selected = null; return attempt(from, to); }),
    lift: (square) => {
      if (animating || waiting > 0 || position.solved || !hasPiece(square)) return [];
      select(square);
      const along = position.legal.find((legal) => legal.from === square && !legal.pair && legal.to !== null);
      return along?.lifted.includes(square) ? along.lifted : [square];
    },
    putBack: () => { if (selected !== null) select(null); },
  });
  gone.signal.addEventListener('abort', () => board.end());
  const title = make('h1', { tabindex: '-1' }, position.title.split(',')[0]);
  const facts = make('p', { class: 'facts', id: 'facts' });
  const note = make('div', { class: 'note', id: 'note' });
  const count = make('span', { id: 'count' });
  const time = make('span', { id: 'clock', class: 'clock' });
  const line = make('p', { class: 'soft line', id: 'line' });
  const turned = turnedNote();
  // Moves that nothing on the board can be pointed at for.
  const others = make('div', { class: 'buttons', id: 'moves', role: 'group', 'aria-label': 'Moves' });
  const end = /** @type {HTMLDialogElement} */ (make('dialog', { id: 'won', class: 'won', 'aria-labelledby': 'won-title' }));
  const buttons = {
    undo: button('Undo', 'undo', () => step(-1)),
    redo: button('Redo', 'redo', () => step(1)),
    hint: button('Hint', 'hint', nextHint),
    rules: button('Rules', 'rules', () => one(showRules)),
    another: button('Another deal', 'another', another),
    lost: button('Where did I lose it?', 'lost', () => whereLost()),
    again: button('Begin again', 'again', restart),
    solve: button('Show the solution', 'solve', solve),
  };
  const share = make('p', { class: 'soft' }, 'This challenge: ', make('code', { id: 'id' }, name), ' ', sharing(`play/${name}`, tell));
  const print = printing('challenge', () => ({ id: name }), tell, gone.signal);
  const options = make('details', { id: 'options' }, make('summary', {}, 'Options'),
    settingSwitch('marks', 'Mark the pieces that can move', () => marks()),
    settingSwitch('clock', 'Show the clock', () => tick()));
  document.title = `${title.textContent} · Dealwright`;
  const screen = make('div', { class: 'game-screen' },
    make('div', { class: 'title' }, title, facts, make('p', { class: 'count' }, count, ' ', time)),
    make('div', { class: 'stage' }, board.scroller, turned, others),
    make('div', { class: 'tools' }, note, make('div', { class: 'buttons', role: 'toolbar', 'aria-label': 'Game' }, ...Object.values(buttons))),
    make('div', { class: 'more' }, line, share, print, options), end);
  view.replaceChildren(screen);

  /** @param {string} words @param {string} name @param {() => void} press */
  function button(words, name, press) {
    return make('button', { type: 'button', id: name, onclick: press }, words);
  }

  function moves() { return game.history[game.at]; }

  /** Says something, with what can be done about it; it stands until the position is another one. @param {string} words @param {...Node} actions */
  function tell(words, ...actions) {
    note.replaceChildren(make('p', {}, words), ...actions);
    if (words) say(words);
  }

  /** One thing after the other; what fails is said, taken back, and can be tried again. @param {() => Promise<unknown> | unknown} work */
  function one(work) {
    waiting += 1;
    queue = queue.then(async () => {
      const { history, at } = game;
      const held = selected;
      try {
        if (!gone.signal.aborted) await work();
      } catch (error) {
        if (gone.signal.aborted) return;
        Object.assign(game, { history, at });
        // Everything is as it was before, also what was on its way.
        selected = held;
        draw();
        tell(String(/** @type {Error} */ (error).message), button('Try again', 'try-again', () => one(work)));
      } finally {
        waiting -= 1;
      }
    });
    return queue;
  }

  /** Goes to another line of moves; what came after in the history is given up, as everywhere. @param {string[]} next */
  function go(next) {
    game.history = [...game.history.slice(0, game.at + 1), next];
    const before = position.moves.length;
    game.at = game.history.length - 1;
    return refresh().then(() => given.log?.(next.length > before ? 'move' : 'back', next.length > before ? next[before] : next.length, position.solved));
  }

  /** Makes a move that is legal here, for the eye too. @param {import('./talk.js').Legal} legal */
  async function makeMove(legal) {
    const what = spaceAt(legal.from)?.what.split(', ').pop() ?? '';
    await board.glide(legal);
    await go([...position.moves, legal.move]);
    if (position.solved || position.legal.length === 0) return;
    say(legal.pair ? `${spoken(legal.from)} and ${spoken(legal.to)} removed.` : legal.from ? `${what} to ${legal.to}. ${legal.words}` : `${legal.move}. ${legal.words}`);
  }

  /** @param {number} by */
  function step(by) {
    if (animating) return;
    one(() => {
      if (!game.history[game.at + by]) return null;
      game.at += by;
      return refresh(by < 0 ? 'Undone.' : 'Redone.').then(() => given.log?.(by < 0 ? 'undo' : 'redo', 0, position.solved));
    });
  }

  function restart() {
    if (!animating && moves().length > 0) one(async () => { await go([]); tell('Back at the start; undo brings your game back.'); });
  }

  /** Fetches and draws the position. @param {string} [words] @param {boolean} [isKept] whether the browser has it already */
  async function refresh(words = '', isKept = false) {
    selected = null;
    refused = [];
    hint = null;
    turn += 1;
    position = await ask('position', { id: name, moves: moves(), setup: game.setup || undefined, ...here }, gone.signal);
    // What cannot be played is not kept either.
    if (position.stopped) game.history[game.at] = position.moves;
    const won = position.solved && !game.solved && !animating && moves().length > 0;
    game.solved ||= won;
    draw();
    if (!isKept && !given.log && (moves().length > 0 || kept(name))) {
      keep(name, game);
      // What is solved is noted when it is looked back on.
      if (moves().length > 0 && !isNoted) log(name, position.game, game);
      isNoted ||= moves().length > 0;
    }
    tell(words);
    if (position.solved && moves().length > 0) {
      tell('Solved!');
      if (won && !given.log) finish();
    } else if (position.legal.length === 0 && !position.solved) {
      tell('No move is left. Undo, or ask where it was lost.');
      if (!given.log) deadEnd();
    }
  }

  const spaceAt = (/** @type {string | null} */ square) => position.rows.flat().find((space) => space.square === square);
  const spoken = (/** @type {string | null} */ square) => spaceAt(square)?.words ?? '';
  const hasPiece = (/** @type {string} */ square) => position.legal.some((legal) => legal.from === square || legal.pair && legal.to === square) || (spaceAt(square)?.what ?? 'empty') !== 'empty';

  /** What is said above the board. The board stays as it is, so that nothing falls out of a hand. */
  function drawWords() {
    count.textContent = `${counted(moves().length, 'move')} made.${shortest === null ? '' : ` The shortest solution has ${shortest}.`}`;
    line.textContent = position.moves.join(' ');
    const size = position.title.split(',').slice(1).join(',').trim();
    facts.textContent = [size, game.kit, game.level && `level: ${game.level}`, game.daily && `daily challenge of ${game.daily}`].filter(Boolean).join(' · ');
  }

  function draw() {
    // Beside a wide board there is no room for words on a phone that lies on its side.
    screen.classList.toggle('wide-board', (position.rows[0]?.length ?? 0) > 2.4 * position.rows.length || (position.rows[0]?.length ?? 0) > 10);
    turned.hidden = !position.upright;
    board.draw(position);
    marks();
    const pressed = others.contains(document.activeElement) ? document.activeElement?.getAttribute('data-move') : null;
    others.replaceChildren(...position.legal.filter((legal) => !legal.from || !legal.to).map((legal) =>
      make('button', { type: 'button', 'data-move': legal.move, onclick: () => { if (!animating) one(() => makeMove(legal)); } }, legal.move)));
    // Whoever uses the keyboard can press it again, or goes on at the board.
    if (pressed) (/** @type {HTMLElement | null} */ (others.querySelector(`[data-move="${pressed}"]`)) ?? board).focus();
    drawWords();
    buttons.undo.toggleAttribute('disabled', animating || game.at === 0);
    buttons.redo.toggleAttribute('disabled', animating || game.at === game.history.length - 1);
    buttons.again.toggleAttribute('disabled', animating || moves().length === 0);
    tick();
  }

  function marks() {
    const can = new Set(position.legal.flatMap((legal) => legal.pair ? [legal.from, legal.to] : [legal.from]).filter((square) => square !== null));
    const targets = new Set(position.legal.flatMap((legal) => {
      if (legal.from === selected) return [legal.to];
      return legal.pair && legal.to === selected ? [legal.from] : [];
    }).filter((square) => square !== null));
    const hinted = hint && hint.rung >= 2 ? [hint.answer.from, hint.rung >= 3 ? hint.answer.to : null].filter((square) => square !== null) : [];
    board.element.classList.toggle('unmarked', !setting('marks'));
    board.mark({ selected, can, targets: selected === null ? new Set() : targets, hinted, refused });
  }

  /** @param {string | null} square */
  function select(square) {
    selected = square;
    if (refused.length > 0) { refused = []; tell(''); }
    marks();
  }

  // ---- The clock runs while the game is seen and not solved.

  let since = Date.now();
  function tick() {
    const now = Date.now();
    if (!document.hidden && !game.solved && now - since < 5000) game.spent += now - since;
    since = now;
    time.textContent = clock(game.spent);
    time.hidden = !setting('clock');
  }
  const ticking = setInterval(tick, 1000);
  gone.signal.addEventListener('abort', () => {
    clearInterval(ticking);
    if (moves().length > 0 && !game.solved && !given.log) { tick(); keep(name, game); }
  });

  // ---- The same game in another tab: both show the newest.
  window.addEventListener('storage', (event) => {
    const other = event.key === keyOf(name) && !given.log ? kept(name) : null;
    if (!other || other.time <= game.time) return;
    one(async () => {
      Object.assign(game, other);
      // It is not kept again: the other tab would take that for news.
      await refresh('This game went on in another tab.', true);
    });
  }, { signal: gone.signal });

  /** A space was clicked, tapped or entered. @param {string} square */
  async function press(square) {
    if (animating || position.solved) return;
    if (selected === square) {
      select(null);
      return say('Put back.');
    }
    if (selected !== null) { const from = selected; return attempt(from, square); }
    const from = position.legal.filter((legal) => legal.from === square || legal.pair && legal.to === square || legal.to === null && legal.lifted.includes(square));
    const into = position.legal.filter((legal) => !legal.pair && legal.to === square);
    // A free space that only one piece fits is filled at once.
    if (from.length === 0 && into.length === 1) return makeMove(into[0]);
    // What goes nowhere on the board needs no second click, and neither does a piece where all pieces go to the same place.
    const ends = new Set(position.legal.map((legal) => legal.to));
    const onlyEnd = ends.size === 1 && position.legal.length > 1 && !from[0]?.pair;
    if (from.length === 1 && (from[0].to === null || onlyEnd)) return makeMove(from[0]);
    if (!hasPiece(square)) {
      refused = [];
      marks();
      return tell(into.length > 1 ? `${counted(into.length, 'piece')} can go to ${square}: pick one of them up first.` : `Nothing lies on ${square}, and nothing can go there now.`);
    }
    select(square);
    say(`${spoken(square)}, picked up. It can go to ${counted(from.length, 'place')}.`);
  }

  /** Tries a move; if it is none, the desk says why, and the squares in question are shown. @param {string} from @param {string} to */
  async function attempt(from, to) {
    const legal = position.legal.find((legal) => legal.from === from && legal.to === to || legal.pair && legal.from === to && legal.to === from);
    if (legal) return makeMove(legal);
    // Another piece that can move is taken instead.
    if (position.legal.some((legal) => !legal.pair && legal.from === to)) return select(to);
    select(null);
    const answer = /** @type {import('./talk.js').Position} */ (await ask('position', { id: name, moves: position.moves, attempt: [from, to] }, gone.signal));
    refused = [...new Set([from, to, ...answer.stopped?.squares ?? []])];
    marks();
    tell(answer.stopped ? answer.stopped.why : 'That is not a move.');
  }

  function nextHint() {
    if (!animating && !position.solved) one(showHint);
  }

  async function showHint() {
    given.log?.('hint');
    refused = [];
    if (!hint) {
      const answer = /** @type {import('./talk.js').Hint} */ (await ask('hint', { id: name, moves: position.moves }, gone.signal));
      hint = { rung: 0, answer };
      game.hints += 1;
    }
    const { answer } = hint;
    if (answer.verdict !== 'solvable') {
      const where = button('Where did I lose it?', 'hint-lost', () => whereLost());
      hint = null;
      if (answer.verdict === 'undecided') return tell(undecided(answer.reason));
      return tell('No solution is left from here.', where);
    }
    hint.rung = Math.min(hint.rung + 1, 4);
    const how = answer.shortest ? 'a shortest one' : 'one, perhaps not a shortest';
    const [first] = answer.line;
    const words = [
      '', `Still solvable: ${counted(answer.line.length, 'move')} to the end, ${how}. Ask again for the piece.`,
      answer.from ? `Look at ${spoken(answer.from)}. Ask again for the move.` : 'Ask again for the move.',
      `${first}. Ask again for the whole solution.`, `The whole solution: ${answer.line.join(' ')}`,
    ][hint.rung];
    marks();
    tell(words);
  }

  /** Where a game was lost, as far as it is known. */
  async function findLoss() {
    const found = /** @type {import('./talk.js').Lost} */ (await ask('lost', { id: name, moves: position.moves }, gone.signal));
    const of = found.lost_at ? ` by move ${found.lost_at}, ${position.moves[found.lost_at - 1]}` : '';
    return { found, of };
  }

  /** Why nothing is left after these moves, said below what is said already. @param {string[]} after @param {number} asked */
  async function because(after, asked) {
    const why = /** @type {any} */ (await ask('why', { id: name, moves: after }, gone.signal).catch((error) => ({ failed: String(error.message) })));
    if (asked !== turn || gone.signal.aborted) return;
    const words = why.failed ?? (why.verdict !== 'unsolvable' ? '' : why.causes.length > 0 ? why.causes.map((/** @type {any} */ cause) => cause.words).join(' ')
      : why.core ? `These are stuck by themselves: ${why.core.squares.join(', ')}, ${why.core.relaxed}.` : why.nothing_named);
    if (!words) return;
    note.append(make('p', { id: 'why', class: 'why' }, words));
    say(words);
    refused = [...(why.causes ?? []).flatMap((/** @type {any} */ cause) => cause.squares), ...why.core?.squares ?? []];
    marks();
  }

  /** After the last move: where it was lost and why is found out unasked, and one tap leads back. */
  async function deadEnd() {
    const asked = turn;
    try {
      const { found, of } = await findLoss();
      if (asked !== turn) return;
      if (found.lost_at === 0) { tell('No move is left. This deal had no solution from the start.'); return because([], asked); }
      if (!found.lost_at) return tell(`No move is left. ${found.between ? `It was lost by one of the moves ${found.between[0]} to ${found.between[1]}; which one is undecided.` : undecided(found.reason)}`);
      const at = found.lost_at;
      tell(`No move is left. It was lost${of}.`, button(`Back to before move ${at}`, 'back-there', () => one(() => go(moves().slice(0, at - 1)))));
      await because(position.moves.slice(0, at), asked);
    } catch { /* the words that stand there say enough */ }
  }

  function whereLost() {
    if (!animating) one(showLost);
  }

  async function showLost() {
    given.log?.('lost');
    const { found, of } = await findLoss();
    if (found.verdict === 'undecided') return tell(undecided(found.reason));
    if (found.between) {
      const [first, last] = found.between;
      const where = first === 0 ? `It was lost by move ${last} at the latest, perhaps from the start` : `It was lost by one of the moves ${first} to ${last}`;
      return tell(`No solution is left. ${where}; which one is undecided: ${found.reason ?? 'the limits ran out'}.`);
    }
    if (found.lost_at === null) return tell('Nothing is lost: there is still a solution.');
    if (found.lost_at === 0) { tell('It was lost from the start: this deal has no solution.'); return void because([], turn); }
    const at = found.lost_at;
    const lost = position.moves.slice(0, at);
    await go(position.moves.slice(0, at - 1));
    tell(`Lost${of}. This is the position before it; undo goes back.`);
    // What is wrong with the position after that move is said beside it.
    void because(lost, turn);
  }

  function solve() {
    if (!animating && !position.solved) one(showSolution);
  }

  async function showSolution() {
    given.log?.('solution');
    const answer = /** @type {import('./talk.js').Hint} */ (await ask('hint', { id: name, moves: position.moves }, gone.signal));
    if (answer.verdict !== 'solvable') return tell(answer.verdict === 'unsolvable' ? 'No solution is left from here.' : undecided(answer.reason));
    animating = true;
    game.shown = true;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    try {
      for (const move of answer.line) {
        if (!animating || gone.signal.aborted) break;
        const legal = position.legal.find((legal) => legal.move === move);
        if (legal) await board.glide(legal);
        await go([...position.moves, move]);
        if (!isStill) await new Promise((resolve) => setTimeout(resolve, PACE));
      }
    } finally {
      animating = false;
    }
    draw();
  }

  async function showRules() {
    const { rules } = await import('./rules.js');
    const games = await given.games();
    rules(games.find((other) => other.name === position.game), { setup: game.setup, id: name });
  }

  /** A game that was won. Looking back on it goes on while the dialog is open. */
  function finish() {
    tick();
    keep(name, game);
    log(name, position.game, game);
    board.element.classList.add('won');
    // The dialog can be closed and asked for again.
    tell('Solved!', button('Look back', 'look-back', look));
    look();
  }

  /** Looks back on a game that was won. Loaded by whoever has won. */
  function look() {
    const looking = import('./lookback.js').then(({ lookBack }) => lookBack(end, {
      id: name, moves: position.moves, game, shortest, signal: gone.signal, another,
      go: (after) => { const moves = position.moves; one(() => go(moves.slice(0, after))); },
      know: (moves) => { shortest = moves; draw(); },
    }));
    looking.catch((error) => { if (!gone.signal.aborted) tell(`Solved! ${/** @type {Error} */ (error).message}`); });
  }

  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]') || typing(event)) return;
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[/** @type {'ArrowUp'} */ (event.key)];
    // Lists of choices have the arrows for themselves.
    if (way && !(event.target instanceof HTMLInputElement)) {
      board.walk(way[0], way[1]);
      event.preventDefault();
      return;
    }
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    if (key === 'escape') { animating = false; if (selected) select(null); return; }
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
  window.addEventListener('resize', () => {
    const other = drawnHere(lying);
    if (JSON.stringify(other) === JSON.stringify(here)) return board.fit();
    here = other;
    one(() => refresh('', true));
  }, { signal: gone.signal });

  await one(() => refresh(moves().length > 0 ? 'Your game continues.' : position.solved ? 'This deal is solved from the start.' : ''));
  if (gone.signal.aborted) return;
  const first = position.legal[0];
  if (first?.from) board.point(first.from);
  if (given.isDealt) { board.focus(); say(`${position.title}. ${facts.textContent}`); }
  // In a study a challenge is played here and now, and not taken along.
  if (given.log) { buttons.another.remove(); share.remove(); print.remove(); return; }
  const asked = turn;
  ask('hint', { id: name, moves: [] }, gone.signal).then((/** @type {any} */ answer) => {
    if (answer.verdict === 'solvable' && answer.shortest) shortest = answer.line.length;
    drawWords();
    if (answer.verdict === 'unsolvable' && moves().length === 0 && asked === turn) {
      tell('This deal has no solution.');
      because([], asked).then(() => offerRepair(asked));
    }
  }).catch(() => {});
  if (!game.level) ask('rate', { id: name }, gone.signal).then((/** @type {any} */ rated) => { if (rated.level) { game.level = rated.level; drawWords(); } }).catch(() => {});

  /** The smallest changes with the hands that make a dead deal solvable. @param {number} asked */
  async function offerRepair(asked) {
    if (!game.setup || asked !== turn || gone.signal.aborted) return;
    const { repairOffer } = await import('./repair.js');
    note.append(repairOffer({ id: name, setup: game.setup.split('?')[0], options: {}, take: (id) => { location.hash = `#play/${id}`; } }));
  }
}
