// @ts-check
// The rules beside every board: one example after the other, played on real positions; how a deal is laid out by hand; and a
// first game that is guided. What the rules are, the game says itself.
import { drawnHere, isStill, makeBoard, turnedNote } from './board.js';
import { ask } from './desk.js';
import { clock, make, say } from './talk.js';

/** Milliseconds for which each position of an example is seen. */
const SEEN = 1500;
/** Pixels of a space that is only looked at. */
const LOOKED_AT = 23;
/** Moves of a guided game, for a game that says nothing of its rules but their description. */
const MOST_GUIDED = 6;

/**
 * @typedef {{title: string, words: string, id: string, before: string[], moves: string[], refused: [string, string] | null}} Lesson
 * @typedef {import('./talk.js').Position} Position
 */

/** The lessons of a game; one that has none gets a solution of its example. @param {any} game @returns {Promise<Lesson[]>} */
async function lessonsOf(game) {
  if (game.lessons.length > 0) return game.lessons;
  let id = game.example;
  let hint = /** @type {import('./talk.js').Hint} */ (await ask('hint', { id, moves: [] }));
  if (hint.verdict !== 'solvable' && game.default_setup) {
    const dealt = /** @type {any} */ (await ask('deal', { setup: game.default_setup, seed: 'lesson' }));
    if (dealt.id) { id = dealt.id; hint = await ask('hint', { id, moves: [] }); }
  }
  const moves = hint.line.slice(0, MOST_GUIDED);
  return moves.length === 0 ? [] : [{ title: 'A solution', words: `${game.about} These are ${moves.length === hint.line.length ? 'the moves' : `the first ${moves.length} moves`} of a solution.`, id, before: [], moves, refused: null }];
}

/**
 * An example that plays by itself, again and again, as long as it is seen; whoever wants no motion steps through it.
 * @param {Lesson} lesson @param {AbortSignal} left
 */
function example(lesson, left) {
  const caption = make('p', { class: 'soft caption', 'aria-live': 'off' });
  const board = makeBoard(null);
  board.element.setAttribute('role', 'img');
  board.element.setAttribute('aria-label', `${lesson.title}: ${lesson.words}`);
  board.element.classList.add('example');
  let at = 0;
  let isBusy = false;
  /** @type {Position | null} */
  let position = null;
  const none = { selected: null, can: new Set(), targets: new Set(), hinted: [], refused: [] };

  /** @param {Position} next */
  function show(next) {
    position = next;
    turned.hidden = !next.upright;
    whole.classList.toggle('wide', (next.rows[0]?.length ?? 0) > 8);
    board.draw(next);
  }
  /** How it is drawn. @type {ReturnType<typeof drawnHere> | null} */
  let here = null;

  /** The next position of the example. */
  async function step() {
    if (isBusy || left.aborted) return;
    isBusy = true;
    try {
      here ??= drawnHere((await ask('position', { id: lesson.id, moves: [] })).rows, LOOKED_AT);
      const all = [...lesson.moves];
      if (position === null || at > all.length) at = 0;
      const moves = [...lesson.before, ...all.slice(0, at)];
      const next = all[at - 1];
      const legal = at > 0 && position ? position.legal.find((legal) => legal.move === next) : null;
      if (legal) {
        board.mark({ ...none, selected: legal.from, targets: new Set(legal.to ? [legal.to] : []) });
        if (!isStill()) await new Promise((resolve) => setTimeout(resolve, 500));
        await board.glide(legal);
      }
      show(await ask('position', { id: lesson.id, moves, ...here }, left));
      caption.textContent = legal ? `${next}: ${legal.words || 'a legal move'}` : '';
      if (lesson.refused && at === all.length) {
        const [from, to] = lesson.refused;
        const answer = /** @type {Position} */ (await ask('position', { id: lesson.id, moves, attempt: lesson.refused, ...here }, left));
        board.mark({ ...none, refused: [from, to, ...answer.stopped?.squares ?? []] });
        caption.textContent = `Not allowed: ${answer.stopped?.why ?? ''}`;
      }
      at += 1;
    } catch (error) {
      if (!left.aborted) caption.textContent = String(/** @type {Error} */ (error).message);
    } finally {
      isBusy = false;
    }
  }

  const next = make('button', { type: 'button', hidden: !isStill(), onclick: () => step() }, 'Next step');
  const turned = turnedNote();
  const whole = make('figure', { class: 'lesson' }, make('h3', {}, lesson.title), make('p', {}, lesson.words), board.scroller, turned, make('figcaption', {}, caption), next);
  let isSeen = false;
  const seen = new IntersectionObserver((entries) => {
    isSeen = entries[entries.length - 1].isIntersecting;
    if (isSeen && position === null) step();
  });
  seen.observe(whole);
  const timer = setInterval(() => { if (isSeen && !isStill() && !document.hidden) step(); }, SEEN);
  left.addEventListener('abort', () => { clearInterval(timer); seen.disconnect(); board.end(); });
  return whole;
}

/** How a deal is laid out with real pieces. @param {any} game @param {string} setup */
function layout(game, setup) {
  const steps = make('div', { id: 'layout' });
  const choice = /** @type {HTMLSelectElement} */ (make('select', { id: 'layout-setup', onchange: () => tell() },
    ...game.setups.map((/** @type {any} */ known) => make('option', { value: known.name, selected: known.name === setup }, known.title))));
  async function tell() {
    try {
      const told = /** @type {any} */ (await ask('layout', { setup: choice.value }));
      steps.replaceChildren(make('p', { class: 'soft' }, told.about), make('ol', {}, ...told.steps.map((/** @type {string} */ step) => make('li', {}, step))),
        make('p', { class: 'soft' }, `About ${clock(told.seconds * 1000)} minutes for each deal (estimated${told.weights ? ` with ${told.weights}` : ''}).`));
    } catch (error) {
      steps.textContent = String(/** @type {Error} */ (error).message);
    }
  }
  const fold = make('details', { id: 'lay-out' }, make('summary', {}, 'Lay it out with your own pieces'), make('label', { for: 'layout-setup', class: 'row' }, 'What you have ', choice), steps);
  fold.addEventListener('toggle', () => { if (!steps.firstChild) tell(); });
  return fold;
}

/**
 * Opens the rules of a game.
 * @param {any} game @param {{setup: string, id: string}} shown what is on the board
 */
export async function rules(game, shown) {
  const closed = new AbortController();
  const dialog = /** @type {HTMLDialogElement} */ (make('dialog', { id: 'rules-of', class: 'sheet', 'aria-labelledby': 'rules-title' }));
  const inForce = new Set((shown.id.split(':')[0].split('.').slice(1)).map((rule) => rule.split('-').length > 1 && !game.rules.some((/** @type {any} */ known) => known.name === rule) ? rule.split('-')[0] : rule));
  const switches = game.rules.filter((/** @type {any} */ rule) => !rule.default);
  const examples = make('div', { class: 'lessons' }, 'One moment…');
  dialog.replaceChildren(
    make('form', { method: 'dialog', class: 'sheet-head' }, make('h2', { id: 'rules-title', tabindex: '-1' }, `The rules of ${game.title}`), make('button', { type: 'submit', id: 'close-rules' }, 'Close')),
    make('p', { class: 'lead' }, game.about),
    make('p', {}, make('a', { href: `#learn/${game.name}`, class: 'button', id: 'to-tutorial', onclick: () => dialog.close() }, 'Try them, step by step')),
    examples,
    switches.length > 0 ? make('section', {}, make('h3', {}, 'Switches'), make('ul', { class: 'saved' }, ...switches.map((/** @type {any} */ rule) =>
      make('li', {}, make('b', {}, rule.name), `: ${rule.about}. ${inForce.has(rule.name) ? 'In force in this deal.' : 'Not in force in this deal.'}`)))) : '',
    game.setups.length > 0 ? layout(game, shown.setup.split('?')[0]) : '',
  );
  dialog.addEventListener('close', () => { closed.abort(); dialog.remove(); });
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.querySelector('#rules-title')).focus();
  try {
    const lessons = await lessonsOf(game);
    examples.replaceChildren(...lessons.map((lesson) => example(lesson, closed.signal)));
  } catch (error) {
    examples.textContent = String(/** @type {Error} */ (error).message);
  }
}

/**
 * A first game, guided: each step says what to do and waits until it is done.
 * @param {HTMLElement} view @param {any} game @param {AbortSignal} left
 */
export async function learn(view, game, left) {
  document.title = `Learn ${game.title} · Dealwright`;
  const lessons = await lessonsOf(game);
  if (left.aborted) return;
  let at = 0;
  /** Moves made in this lesson. */
  let made = 0;
  let isDone = false;
  /** @type {string | null} */
  let selected = null;
  /** @type {Position} */
  let position;
  /** @type {ReturnType<typeof drawnHere>} */
  let here = { narrow: false, upright: false };
  /** @type {string[]} */
  let refused = [];
  const head = make('p', { class: 'soft', id: 'lesson-number' });
  const title = make('h2', { id: 'lesson-title', tabindex: '-1' });
  const words = make('p', { class: 'lead' });
  const task = make('p', { class: 'note', id: 'task', role: 'status' });
  const board = makeBoard({ press: (square) => void press(square), drop: (from, to) => void attempt(from, to), lift: (square) => { select(square); return [square]; }, putBack: () => select(null) });
  left.addEventListener('abort', () => board.end());
  const turned = turnedNote();
  const back = make('button', { type: 'button', id: 'lesson-back', onclick: () => begin(at - 1) }, 'Back');
  const on = make('button', { type: 'button', id: 'lesson-next', onclick: () => begin(at + 1) }, 'Skip this step');
  const whole = `#choose/${game.name}`;
  view.replaceChildren(make('h1', {}, `Learn ${game.title}`), make('div', { class: 'learn' }, make('div', {}, head, title, words, task), board.scroller, turned,
    make('div', { class: 'buttons' }, back, on, make('a', { class: 'button', href: whole, id: 'skip-lessons' }, 'Skip them all and play'))));

  const wanted = () => position.legal.find((legal) => legal.move === lessons[at].moves[made]);

  function marks() {
    const next = wanted();
    const goal = lessons[at].refused && made === lessons[at].moves.length && !isDone ? lessons[at].refused : next && [next.from, next.to];
    const targets = new Set(position.legal.flatMap((legal) => legal.from === selected ? [legal.to] : legal.pair && legal.to === selected ? [legal.from] : []).filter((square) => square !== null));
    board.mark({ selected, can: new Set(), targets: selected ? targets : new Set(), hinted: (goal ?? []).filter((square) => square !== null), refused });
  }
  /** @param {string | null} square */
  function select(square) { selected = square; refused = []; marks(); }

  async function show() {
    const lesson = lessons[at];
    selected = null;
    position = await ask('position', { id: lesson.id, moves: [...lesson.before, ...lesson.moves.slice(0, made)], ...here }, left);
    turned.hidden = !position.upright;
    board.draw(position);
    refused = [];
    const next = wanted();
    if (made === lesson.moves.length && (!lesson.refused || isDone)) return done(position.solved ? 'Solved.' : 'That is it.');
    // "ground, priest": what can be taken is told last.
    const what = next?.from && position.rows.flat().find((space) => space.square === next.from)?.what.split(', ').pop();
    task.textContent = next ? (next.pair ? `Your turn: remove ${next.from} and ${next.to}.` : next.from ? `Your turn: move the ${what} from ${next.from} to ${next.to}.` : `Your turn: ${next.move}.`)
      : `Try it: ${lesson.refused?.join(' with ')}. It will be refused.`;
    on.textContent = 'Skip this step';
    on.classList.remove('main');
    marks();
  }

  /** @param {string} said */
  function done(said) {
    isDone = true;
    const isLast = at === lessons.length - 1;
    task.textContent = isLast ? `${said} You know the rules now.` : said;
    on.textContent = isLast ? 'Play a deal' : 'Next';
    on.classList.add('main');
    on.focus();
    marks();
  }

  /** @param {number} number of the lesson */
  async function begin(number) {
    if (number >= lessons.length) { location.hash = whole; return; }
    [at, made, isDone] = [Math.max(0, number), 0, false];
    const lesson = lessons[at];
    here = drawnHere((await ask('position', { id: lesson.id, moves: [] }, left)).rows);
    head.textContent = `Step ${at + 1} of ${lessons.length}`;
    title.textContent = lesson.title;
    words.textContent = lesson.words;
    back.toggleAttribute('disabled', at === 0);
    await show();
    title.focus();
    say(`${lesson.title}. ${lesson.words} ${task.textContent}`);
  }

  /** @param {string} square */
  async function press(square) {
    if (isDone) return;
    const lesson = lessons[at];
    if (selected === square) return select(null);
    if (selected !== null) { const from = selected; select(null); return attempt(from, square); }
    const next = wanted();
    // What goes nowhere on the board needs no second click.
    if (next && next.to === null && (next.from === square || next.lifted.includes(square))) { made += 1; return show(); }
    if (next && !next.pair && next.to === square && position.legal.filter((legal) => legal.to === square).length === 1) { made += 1; await board.glide(next); return show(); }
    select(square);
    if (next) task.textContent = next.from === square || next.pair && next.to === square ? 'Now tap where it goes.' : task.textContent;
    else if (lesson.refused) task.textContent = 'Now tap the other space.';
  }

  /** @param {string} from @param {string} to */
  async function attempt(from, to) {
    if (isDone) return;
    const lesson = lessons[at];
    const next = wanted();
    const fits = (/** @type {import('./talk.js').Legal} */ legal) => legal.from === from && legal.to === to || legal.pair && legal.from === to && legal.to === from;
    selected = null;
    if (next && fits(next)) { made += 1; await board.glide(next); return show(); }
    if (position.legal.some(fits)) { marks(); task.textContent = next ? `That is a legal move too. Here, play ${next.move}.` : 'That is a legal move. Try the marked spaces.'; return; }
    const answer = /** @type {Position} */ (await ask('position', { id: lesson.id, moves: position.moves, attempt: [from, to] }, left));
    refused = [from, to, ...answer.stopped?.squares ?? []];
    const why = answer.stopped?.why ?? 'That is not a move.';
    if (lesson.refused && !next && lesson.refused.every((square) => [from, to].includes(square))) return done(`Refused: ${why}.`.replace('..', '.'));
    marks();
    task.textContent = `${why}.`.replace('..', '.');
  }

  if (lessons.length === 0) {
    view.replaceChildren(make('h1', {}, `Learn ${game.title}`), make('p', { class: 'lead' }, game.about), make('p', {}, 'No solution of an example is known, so there is no guided game.'), make('a', { class: 'button', href: whole }, 'Play'));
    return;
  }
  await begin(0);
}
