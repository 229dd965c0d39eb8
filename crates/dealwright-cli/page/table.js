// @ts-check
// The deal that lies on somebody's table, entered space by space; what the kit cannot show is refused at once.
import { ask, chosenSizes, make, say, sizeChoices, undecided } from './talk.js';

/**
 * @typedef {{rows: number, columns: number, squares: string[], faces: string[], unknown: number[], possible: boolean,
 *   id: string | null, title: string | null, svg: string | null}} Table
 */

/** @param {HTMLElement} view @param {any[]} games */
export async function table(view, games) {
  document.title = 'My table · Dealwright';
  const setups = games.flatMap((game) => game.setups.map((/** @type {any} */ setup) => ({ ...setup, game: game.title })));
  const choice = /** @type {HTMLSelectElement} */ (make('select', { id: 'table-setup', onchange: () => offerSizes() },
    ...setups.map((setup) => make('option', { value: setup.name, selected: setup.name === games.at(-1)?.default_setup }, `${setup.game}: ${setup.title}`))));
  const sizes = make('div', { class: 'row', id: 'table-sizes' });
  const grid = make('div', { class: 'entry', role: 'group', 'aria-label': 'The deal on your table' });
  const palette = make('div', { class: 'palette', role: 'group', 'aria-label': 'Pieces to choose from' });
  const note = make('p', { id: 'typed', class: 'note' });
  const answer = make('p', { id: 'answer' });
  const preview = make('div', { class: 'preview' });
  view.replaceChildren(
    make('h1', {}, 'My table'),
    make('p', { class: 'soft' }, 'Lay out a deal with your own pieces, enter what you see, row by row from the top, and get its verdict, its level, and hints while you play.'),
    make('label', { for: 'table-setup', class: 'row' }, 'Setup ', choice), sizes, note, grid, palette,
    make('div', { class: 'buttons' }, make('button', { type: 'button', id: 'clear', onclick: () => begin() }, 'Empty the table')), answer, preview,
  );
  /** @type {Table} */
  let shape;
  /** @type {string[]} */
  let cells = [];
  let at = 0;
  let asked = 0;

  const options = () => chosenSizes(sizes);
  /** The sizes of another setup, and an empty table of it. */
  function offerSizes() {
    const setup = setups.find((known) => known.name === choice.value);
    sizes.replaceChildren(...sizeChoices(setup, 'table-', {}, () => begin()));
    return begin();
  }
  const field = (/** @type {number} */ n) => /** @type {HTMLInputElement} */ (grid.children[n]);

  async function begin() {
    shape = await ask('table', { setup: choice.value, options: options() });
    cells = shape.squares.map(() => '');
    at = 0;
    grid.style.gridTemplateColumns = `repeat(${shape.columns}, minmax(0, 3.2rem))`;
    grid.replaceChildren(...shape.squares.map((square, n) => make('input', {
      'aria-label': square, maxlength: '3', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', 'data-square': square,
      onfocus: () => { at = n; },
      oninput: () => typed(n),
      onkeydown: (/** @type {KeyboardEvent} */ event) => moveOn(event, n),
    })));
    palette.replaceChildren(...shape.faces.map((face) => make('button', { type: 'button', 'data-face': face, onclick: () => enter(at, face) }, face === '--' ? 'hole' : face)));
    note.textContent = `${shape.rows} rows of ${shape.columns}: type into the spaces, or tap one and then a piece.`;
    answer.replaceChildren();
    preview.replaceChildren();
  }

  /** @param {KeyboardEvent} event @param {number} n */
  function moveOn(event, n) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -shape.columns, ArrowDown: shape.columns }[event.key];
    if (event.key === 'Backspace' && field(n).value === '' && n > 0) field(n - 1).focus();
    if (by && field(n + by)) { field(n + by).focus(); event.preventDefault(); }
  }

  /** A space was typed into: whole faces are entered, beginnings of one are waited for. @param {number} n */
  function typed(n) {
    const text = field(n).value.trim().toUpperCase();
    if (text === '') { cells[n] = ''; return check(n); }
    const face = text === '-' && shape.faces.includes('--') ? '--' : text;
    if (shape.faces.includes(face)) return enter(n, face);
    if (!shape.faces.some((known) => known.startsWith(text))) refuse(n, `${text} is not a piece of this kit; the pieces are ${shape.faces.join(' ')}`);
  }

  /** @param {number} n @param {string} face */
  async function enter(n, face) {
    cells[n] = face;
    field(n).value = face;
    if (await check(n)) field(Math.min(n + 1, cells.length - 1)).focus();
  }

  /** @param {number} n @param {string} words */
  function refuse(n, words) {
    cells[n] = '';
    field(n).value = '';
    field(n).setAttribute('aria-invalid', 'true');
    note.textContent = words;
    say(words);
  }

  /** Asks whether the kit can show this. @param {number} n */
  async function check(n) {
    const number = ++asked;
    const found = /** @type {Table} */ (await ask('table', { setup: choice.value, options: options(), cells }));
    if (!found.possible) {
      refuse(n, `${cells[n]} cannot be on ${shape.squares[n]} together with the pieces already there.`);
      return false;
    }
    field(n).removeAttribute('aria-invalid');
    if (number !== asked) return true;
    const left = cells.filter((cell) => cell === '').length;
    note.textContent = left === 0 ? '' : `${left} ${left === 1 ? 'space' : 'spaces'} left.`;
    answer.replaceChildren();
    preview.replaceChildren();
    if (found.id) await judge(found);
    return true;
  }

  /** @param {Table} found */
  async function judge(found) {
    preview.innerHTML = found.svg ?? '';
    answer.textContent = 'One moment…';
    const rated = /** @type {any} */ (await ask('rate', { id: found.id }));
    const level = rated.level ? `; ${rated.level}: ${rated.meaning}` : ', but its level is beyond the limits';
    const words = { solvable: `It can be solved${level}.`, unsolvable: 'It has no solution.' }[/** @type {'solvable'} */ (rated.verdict)] ?? undecided(rated.reason);
    answer.replaceChildren(`${words} `, make('a', { href: `#play/${found.id}` }, 'Play along, with hints'));
    say(words);
  }

  await offerSizes();
}
