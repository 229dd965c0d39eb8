// @ts-check
// A board under somebody's hands: it is drawn as large as fingers need it, pointed at, dragged on and walked over with the keys.
// What a move is, the desk knows; here it is only seen which two spaces were meant.
import { make } from './talk.js';

/** Pixels that a target has at least; on the narrowest phones a little less. */
const LEAST = 44;
const LEAST_NARROW = 40;
/** Pixels that a space has at most: larger ones are no easier to hit. */
const MOST = 96;
/** Milliseconds after which a finger that rests on a piece lifts it, where swiping would scroll. */
const HOLD = 180;
/** Pixels that a pointer may tremble. */
const TREMBLE = 7;

/** @typedef {{selected: string | null, can: Set<string>, targets: Set<string>, hinted: string[], refused: string[]}} Marks */

export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How large a target has to be here. */
export const least = () => Math.min(innerWidth, innerHeight) < 360 ? LEAST_NARROW : LEAST;

/**
 * How a board of so many columns and rows has to be drawn here: on a narrow screen columns would be too narrow for fingers, and
 * where the rows are few it stands upright. Where fingers play, covered cards that can be taken are as large as one.
 * @param {unknown[][]} rows as they are drawn lying @param {number} [looked] pixels of a space that is only looked at
 * @returns {{narrow: boolean, upright: boolean, finger?: number, room?: number}}
 */
export function drawnHere(rows, looked) {
  const columns = rows[0]?.length ?? 0;
  const each = looked ?? least();
  const room = document.documentElement.clientWidth - 24;
  const narrow = columns * each + 24 > room;
  const here = { narrow, upright: narrow && columns > rows.length && rows.length * each + 24 <= room };
  return looked === undefined && matchMedia('(pointer: coarse)').matches ? { ...here, finger: each, room } : here;
}

/** What is said beside a board that stands upright: the rules speak of it as it lies. */
export const turnedNote = () => make('p', { class: 'soft turned', hidden: '' }, 'Turned to fit this screen: left is on top here.');

/** The part of a drawn space that is lifted, and what a finger may touch of it. @param {Element} drawn */
const liftedPart = (drawn) => drawn.querySelector('.lift') ?? drawn;
/** @param {Element} drawn */
const touched = (drawn) => drawn.querySelector('.hit') ?? drawn;
/** Whether a card is covered and cannot be taken: what lies on it is touched instead. @param {Element} drawn */
const isBuried = (drawn) => !drawn.querySelector('.hit');

/**
 * @param {{
 *   press: (square: string) => void,
 *   drop: (from: string, to: string) => void,
 *   lift: (square: string) => string[],
 *   putBack: () => void,
 * } | null} hands what is done with what was pointed at; `lift` says what is lifted there, on which squares. A board without hands
 * is only looked at: it may be smaller than fingers need it.
 */
export function makeBoard(hands) {
  const element = make('div', { class: 'board', role: 'group', 'aria-label': 'Board' });
  const scroller = make('div', { class: 'scroller' }, element);
  /** @type {import('./talk.js').Space[][]} */
  let rows = [];
  /** @type {Map<string, HTMLElement>} */
  const spots = new Map();
  let cursor = '';
  /** Whether the click that comes now ends a drag. */
  let dragged = false;
  /** @type {{square: string, x: number, y: number, touch: boolean, timer: number, ghost: SVGSVGElement | null, drawn: Element[]} | null} */
  let held = null;

  const svg = () => /** @type {SVGSVGElement} */ (element.querySelector('svg'));
  const drawnAt = (/** @type {string} */ square) => svg()?.querySelector(`[data-square="${square}"]`) ?? null;

  /** As large as the window allows, and as fingers need it; what is larger scrolls. */
  function fit() {
    const drawing = svg();
    if (!drawing) return;
    const [, , width, height] = (drawing.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number);
    let smallest = Infinity;
    for (const hit of drawing.querySelectorAll('.hit')) smallest = Math.min(smallest, Number(hit.getAttribute('width')), Number(hit.getAttribute('height')));
    if (!Number.isFinite(smallest)) smallest = 40;
    const room = scroller.clientWidth - 6 || document.documentElement.clientWidth - 24;
    // On a phone on its side all of the board is seen, if fingers can still hit it, whatever stands above.
    const low = innerHeight - (scroller.getBoundingClientRect().top + scrollY) - 8;
    const high = innerHeight < 500 ? Math.min(innerHeight * 0.72, Math.max(low, innerHeight / 3)) : innerHeight * (innerWidth < 640 ? 0.66 : 0.68);
    const scale = Math.max(Math.min(room / width, high / height, MOST / smallest), hands ? Math.min(least() / smallest, 3) : 0);
    element.style.width = `${width * scale}px`;
    const isWide = width * scale > room + 1;
    scroller.classList.toggle('is-wide', isWide);
    if (isWide) scroller.tabIndex = -1; else scroller.removeAttribute('tabindex');
  }

  /** @param {import('./talk.js').Position} position */
  function draw(position) {
    const focused = document.activeElement instanceof HTMLElement && element.contains(document.activeElement);
    letGo();
    rows = position.rows;
    element.innerHTML = position.svg;
    svg().setAttribute('aria-hidden', 'true');
    fit();
    spots.clear();
    const frame = svg().getBoundingClientRect();
    const places = new Map(rows.flat().filter((space) => space.square).map((space) => [space.square, space]));
    if (!places.has(cursor)) cursor = rows.flat().find((space) => space.square)?.square ?? '';
    /** @type {{spot: HTMLElement, box: DOMRect, high: number, buried: boolean}[]} */
    const before = [];
    // In the order in which they are drawn, so that what lies on top is hit first.
    for (const drawn of svg().querySelectorAll('[data-square]')) {
      const square = drawn.getAttribute('data-square') ?? '';
      const space = places.get(square);
      if (!space || frame.width === 0) continue;
      const box = touched(drawn).getBoundingClientRect();
      // Of a card that is partly covered, only the strip that is seen can be touched, and marks stay on it.
      for (const under of before) {
        const [right, down] = [Math.abs(box.x - under.box.x), box.y - under.box.y];
        if (right < 1 && down > 0 && down < under.high - 1) {
          under.high = down;
          under.spot.classList.add('strip');
          under.spot.style.height = `${100 * down / frame.height}%`;
        }
      }
      const spot = hands === null ? make('span', { class: 'spot', 'data-square': square }) : make('button', {
        type: 'button', class: 'spot', 'data-square': square, 'aria-label': space.words,
        onclick: (/** @type {MouseEvent} */ event) => { if (event.detail === 0 || !dragged) { cursor = square; hands.press(square); } dragged = false; },
        onfocus: () => { cursor = square; rove(); },
      });
      spot.style.left = `${100 * (box.x - frame.x) / frame.width}%`;
      spot.style.top = `${100 * (box.y - frame.y) / frame.height}%`;
      spot.style.width = `${100 * box.width / frame.width}%`;
      spot.style.height = `${100 * box.height / frame.height}%`;
      before.push({ spot, box, high: box.height, buried: isBuried(drawn) });
      spots.set(square, spot);
    }
    // A finger on a card that cannot be taken means what lies on it.
    for (const [n, { spot, box, buried }] of before.entries()) {
      if (!buried || !hands) continue;
      spot.classList.add('buried');
      const above = before.slice(n + 1).find((other) => !other.buried && Math.abs(other.box.x - box.x) < 1 && other.box.y > box.y);
      if (!above || above.spot.firstChild) continue;
      const reach = make('span', { class: 'reach' });
      reach.style.top = `${100 * (box.y - above.box.y) / above.high}%`;
      above.spot.append(reach);
    }
    // For ears in the order of reading.
    for (const space of rows.flat()) {
      if (space.square) { const spot = spots.get(space.square); if (spot) element.append(spot); }
    }
    // What stands beside the board and is never moved is told once.
    const beside = rows.map((row, n) => row.filter((space) => !space.square && space.what && space.what !== 'empty').map((space) => `row ${n + 1} from the top: ${space.what}`)).flat();
    if (beside.length > 0 && hands) element.append(make('p', { class: 'unseen', id: 'beside' }, `Beside the board, ${beside.join('; ')}.`));
    rove();
    if (focused) focus();
  }

  /** @param {Marks} marks */
  function mark(marks) {
    for (const [square, spot] of spots) {
      const words = [rows.flat().find((space) => space.square === square)?.words];
      const flag = (/** @type {string} */ name, /** @type {boolean} */ is, /** @type {string} */ said) => {
        spot.classList.toggle(name, is);
        if (is && said) words.push(said);
      };
      flag('taken', square === marks.selected, 'taken');
      flag('target', marks.targets.has(square), 'can go here');
      flag('can', marks.selected === null && marks.can.has(square), 'can move');
      flag('hinted', marks.hinted.includes(square), 'hint');
      flag('refused', marks.refused.includes(square), 'in question');
      if (!hands) continue;
      spot.setAttribute('aria-label', words.filter(Boolean).join(', '));
      if (square === marks.selected) spot.setAttribute('aria-pressed', 'true'); else spot.removeAttribute('aria-pressed');
    }
  }

  function rove() {
    if (hands) for (const [square, spot] of spots) spot.tabIndex = square === cursor ? 0 : -1;
  }

  function focus() {
    spots.get(cursor)?.focus({ preventScroll: true });
    spots.get(cursor)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * Goes on to the next space in a direction; gaps are passed over. Where there is none straight ahead, to the nearest one that lies
   * aside in that direction. @param {number} down @param {number} right
   */
  function walk(down, right) {
    const all = rows.flatMap((spaces, row) => spaces.map((space, column) => ({ square: space.square, row, column }))).filter((space) => space.square);
    const here = all.find((space) => space.square === cursor);
    let nearest = Infinity;
    for (const space of here ? all : []) {
      const [rowsOn, columnsOn] = [space.row - (here?.row ?? 0), space.column - (here?.column ?? 0)];
      const ahead = rowsOn * down + columnsOn * right;
      const aside = Math.abs(rowsOn * right) + Math.abs(columnsOn * down);
      const far = ahead + 100 * aside;
      if (ahead > 0 && far < nearest) {
        nearest = far;
        cursor = space.square ?? cursor;
      }
    }
    rove();
    focus();
  }

  /**
   * Lets a piece glide from a place to another, with what goes along; both places of a pair fade.
   * @param {{from: string | null, to: string | null, pair: boolean, lifted: string[]}} move
   */
  async function glide({ from, to, pair, lifted }) {
    const [start, end] = [from && drawnAt(from), to && drawnAt(to)];
    if (isStill() || document.hidden || !start || !end || !start.animate) return;
    if (pair) {
      const fade = [start, end].map((drawn) => drawn.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 170, fill: 'forwards' }).finished);
      await Promise.all(fade).catch(() => {});
      return;
    }
    const [a, b] = [touched(start).getBoundingClientRect(), touched(end).getBoundingClientRect()];
    const scale = (svg().viewBox.baseVal.width || 1) / (svg().getBoundingClientRect().width || 1);
    const [x, y] = [(b.x - a.x) * scale, (b.y - a.y) * scale];
    const along = [...new Set([from, ...lifted])].map((square) => square && drawnAt(square)).filter((drawn) => drawn instanceof Element);
    await Promise.all(along.map((drawn) => {
      const part = /** @type {SVGElement} */ (liftedPart(drawn));
      // On top of the others while it moves.
      const copy = /** @type {SVGElement} */ (part.cloneNode(true));
      start.parentNode?.append(copy);
      part.style.visibility = 'hidden';
      return copy.animate([{ transform: 'none' }, { transform: `translate(${x}px, ${y}px)` }], { duration: 190, easing: 'ease-in-out', fill: 'forwards' }).finished.catch(() => {});
    }));
  }

  // ---- Dragging: a piece is lifted and follows the pointer.

  /** Whether what is here scrolls along an axis when a finger swipes. @param {'x' | 'y'} axis */
  function scrolls(axis) {
    if (axis === 'x') return scroller.scrollWidth > scroller.clientWidth + 1;
    return document.documentElement.scrollHeight > innerHeight + 1;
  }

  /** @param {number} x @param {number} y */
  function lift(x, y) {
    if (!held || held.ghost) return;
    const drawn = drawnAt(held.square);
    const lifted = drawn && hands ? hands.lift(held.square) : [];
    if (!drawn || lifted.length === 0) return letGo();
    clearTimeout(held.timer);
    const box = touched(drawn).getBoundingClientRect();
    const frame = svg().getBoundingClientRect();
    const ghost = /** @type {SVGSVGElement} */ (svg().cloneNode(false));
    const parts = lifted.map(drawnAt).filter((one) => one !== null).map(liftedPart);
    const moved = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    moved.setAttribute('transform', drawn.parentElement?.getAttribute('transform') ?? '');
    for (const part of parts) {
      const copy = /** @type {Element} */ (part.cloneNode(true));
      copy.querySelector('.hit')?.remove();
      moved.append(copy);
    }
    ghost.append(moved);
    ghost.removeAttribute('role');
    ghost.removeAttribute('aria-label');
    ghost.setAttribute('class', 'ghost');
    ghost.style.width = `${frame.width}px`;
    ghost.style.height = `${frame.height}px`;
    ghost.style.left = `${frame.x - box.x - box.width / 2}px`;
    ghost.style.top = `${frame.y - box.y - box.height / 2}px`;
    ghost.style.transformOrigin = `${box.x + box.width / 2 - frame.x}px ${box.y + box.height / 2 - frame.y}px`;
    document.body.append(ghost);
    for (const part of parts) part.classList.add('lifted');
    held.ghost = ghost;
    held.drawn = parts;
    element.classList.add('is-dragging');
    if (held.touch) navigator.vibrate?.(8);
    follow(x, y);
  }

  /** @param {number} x @param {number} y */
  const spotAt = (x, y) => /** @type {HTMLElement | null} */ (document.elementFromPoint(x, y)?.closest('.spot') ?? null);

  /** @param {number} x @param {number} y */
  function follow(x, y) {
    if (!held?.ghost) return;
    // A finger hides what is under it: there the piece floats a little above.
    held.ghost.style.transform = `translate(${x}px, ${y - (held.touch ? 14 : 0)}px) scale(1.12)`;
    const over = spotAt(x, y);
    for (const spot of spots.values()) spot.classList.toggle('over', spot === over && spot.classList.contains('target'));
  }

  /** Ends a drag without a move. */
  function letGo() {
    if (!held) return;
    clearTimeout(held.timer);
    held.ghost?.remove();
    for (const part of held.drawn) part.classList.remove('lifted');
    held = null;
    element.classList.remove('is-dragging');
    for (const spot of spots.values()) spot.classList.remove('over');
  }

  element.addEventListener('pointerdown', (event) => {
    dragged = false;
    const square = /** @type {HTMLElement} */ (event.target).closest('.spot')?.getAttribute('data-square');
    if (!hands || !square || event.button !== 0 || held) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    const touch = event.pointerType === 'touch';
    const { clientX: x, clientY: y } = event;
    held = { square, x, y, touch, timer: 0, ghost: null, drawn: [] };
    if (touch) held.timer = window.setTimeout(() => lift(x, y), HOLD);
  });
  const moved = (/** @type {PointerEvent} */ event) => {
    if (!held) return;
    const { clientX: x, clientY: y } = event;
    if (!held.ghost) {
      const [right, down] = [Math.abs(x - held.x), Math.abs(y - held.y)];
      if (Math.max(right, down) < TREMBLE) return;
      // Along an axis in which nothing scrolls a piece is lifted at once; else the swipe scrolls.
      if (held.touch && scrolls(right > down ? 'x' : 'y')) return letGo();
      lift(x, y);
    }
    follow(x, y);
  };
  const dropped = (/** @type {PointerEvent} */ event) => {
    if (!held) return;
    const { square, ghost } = held;
    const to = ghost && spotAt(event.clientX, event.clientY)?.getAttribute('data-square');
    letGo();
    if (!ghost) return;
    dragged = true;
    if (to && to !== square) hands?.drop(square, to); else hands?.putBack();
  };
  element.addEventListener('contextmenu', (event) => { if (held?.touch) event.preventDefault(); });
  // A finger that holds a piece does not scroll.
  element.addEventListener('touchmove', (event) => {
    if (held && !held.ghost) {
      const touch = event.touches[0];
      const [right, down] = [Math.abs(touch.clientX - held.x), Math.abs(touch.clientY - held.y)];
      if (Math.max(right, down) >= TREMBLE && !scrolls(right > down ? 'x' : 'y')) lift(touch.clientX, touch.clientY);
    }
    if (held?.ghost) event.preventDefault();
  }, { passive: false });

  const far = new AbortController();
  const { signal } = far;
  window.addEventListener('pointermove', moved, { signal });
  window.addEventListener('pointerup', dropped, { signal });
  window.addEventListener('pointercancel', () => { const was = held?.ghost; letGo(); if (was) hands?.putBack(); }, { signal });
  window.addEventListener('keydown', (event) => { if (event.key === 'Escape' && held?.ghost) { letGo(); hands?.putBack(); } }, { signal });

  return {
    scroller, element, draw, mark, fit, focus, walk, glide,
    /** Puts the keyboard's place on a square. @param {string} square */
    point(square) { if (spots.has(square)) { cursor = square; rove(); } },
    /** Stops listening. */
    end() { letGo(); far.abort(); },
  };
}
