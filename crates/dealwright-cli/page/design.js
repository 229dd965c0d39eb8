// @ts-check
// A design under a person's hands: pieces, board and steps to be changed one by one, the same as a file, and what its deals are like.
import { better } from './better.js';
import { bench } from './bench.js';
import { ask, stream } from './desk.js';
import { history } from './history.js';
import { pinboard, share, showReading } from './meter.js';
import { printing } from './print.js';
import { packed, unpacked } from './setuplink.js';
import { sharing } from './share.js';
import { make, save, say, store, stored } from './talk.js';

const STORE = 'dealwright.design';
/** The longest file that is read, as the reader of setups has it. */
const MOST_BYTES = 256 * 1024;

/** Ways to shuffle that are offered; the desk knows every number of times. */
const SHUFFLES = ['perfect', ...[1, 2, 3, 4, 5, 6, 7].map((times) => `riffle:${times}`), ...[1, 2, 4, 8, 16, 32].map((times) => `overhand:${times}`)];

/** The look of this screen, which no other needs. @returns {Promise<void>} */
function styled() {
  if (document.getElementById('design-style')) return Promise.resolve();
  return new Promise((done) => {
    const look = make('link', { id: 'design-style', rel: 'stylesheet', href: new URL('./design.css', import.meta.url).href, onload: () => done(), onerror: () => done() });
    document.head.append(look);
  });
}

/** @param {HTMLElement} view @param {any[]} games @param {AbortSignal} left when somebody goes elsewhere @param {string} link a setup in the address */
export async function design(view, games, left, link) {
  if (left.aborted) return;
  document.title = 'Design · Dealwright';
  await styled();
  const linked = link ? await unpacked(link) : null;
  if (left.aborted) return;
  const setups = games.flatMap((game) => game.setups.map((/** @type {any} */ setup) => ({ name: setup.name, title: `${game.title}: ${setup.title}` })));
  const choice = /** @type {HTMLSelectElement} */ (make('select', { id: 'design-setup', onchange: () => load() },
    make('option', { value: '' }, 'my own'), ...setups.map((setup) => make('option', { value: setup.name }, setup.title))));
  const newGame = /** @type {HTMLSelectElement} */ (make('select', { id: 'new-game', 'aria-label': 'Game of the new kit' }, ...games.filter((game) => game.setups.length > 0).map((game) => make('option', { value: game.name }, game.title))));
  const text = /** @type {HTMLTextAreaElement} */ (make('textarea', {
    id: 'design-text', rows: '24', spellcheck: 'false', autocomplete: 'off', 'aria-label': 'Setup file', 'aria-describedby': 'design-error', oninput: () => { choice.value = ''; steps.add({ text: text.value, options }, true); changed(); },
  }));
  const file = /** @type {HTMLInputElement} */ (make('input', { type: 'file', id: 'open-file', accept: '.toml,text/plain', class: 'unseen', tabindex: '-1', 'aria-label': 'Setup file to open', onchange: () => { openFile(); } }));
  const whose = make('p', { id: 'whose', class: 'of-before', role: 'status', hidden: '' });
  const glance = make('button', { type: 'button', id: 'glance', hidden: '', onclick: lookThere });
  const error = make('div', { id: 'design-error', class: 'note', role: 'status' });
  const pinButton = make('button', { type: 'button', id: 'pin', disabled: true, onclick: pin }, 'Pin for comparison');
  const instructions = make('button', { type: 'button', id: 'instructions', disabled: true, onclick: () => saveText('instructions.txt', known.tell.join('\n')) }, 'Download instructions');
  const undoButton = make('button', { type: 'button', id: 'undo', onclick: () => go(steps.undo()) }, 'Undo');
  const redoButton = make('button', { type: 'button', id: 'redo', onclick: () => go(steps.redo()) }, 'Redo');
  const told = make('p', { id: 'told', class: 'soft', role: 'status' });
  const printed = make('p', { id: 'printed', class: 'soft', role: 'status' });
  const linkPlace = make('div', { id: 'links' });
  const sizes = make('div', { class: 'row', id: 'sizes' });
  const kit = make('div', { class: 'kit', id: 'kit' });
  const meter = make('div', { class: 'meter', id: 'meter' });
  const facts = make('div', { id: 'facts' });
  const tell = make('ol', { id: 'design-tell' });
  const deals = make('div', { class: 'samples' });
  const questions = better(setups, () => ({ text: text.value, options }), canBeDealt, left, (other) => replace({ text: other, options: {} }));
  const pins = pinboard((pin) => replace({ text: pin.text, options: pin.options }), (all) => {
    const [first, ...others] = all;
    questions.compare({ text: first.text, options: first.options, name: first.name, others: others.map(({ name, text: of, options: chosen }) => ({ name, text: of, options: chosen })) });
    questions.compared.scrollIntoView({ block: 'nearest' });
  });
  /** The tab that is open. @type {'build' | 'file'} */
  let tab = 'build';
  const building = make('div', { id: 'tab-build', role: 'tabpanel', 'aria-labelledby': 'to-build' });
  const filing = make('div', { id: 'tab-file', role: 'tabpanel', 'aria-labelledby': 'to-file', hidden: '' }, text, error);
  const tabs = make('div', { role: 'tablist', 'aria-label': 'Ways to change the design', class: 'tabs' }, ...[['build', 'By hand'], ['file', 'As a file']].map(([name, words]) => make('button', { type: 'button', role: 'tab', id: `to-${name}`, 'aria-controls': `tab-${name}`, 'aria-selected': String(name === tab), tabindex: name === tab ? '0' : '-1', onclick: () => turnTo(/** @type {'build'} */ (name)) }, words)));
  tabs.addEventListener('keydown', (event) => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    turnTo(tab === 'build' ? 'file' : 'build');
    document.getElementById(`to-${tab}`)?.focus();
  });
  view.replaceChildren(
    make('h1', {}, 'Design'),
    make('p', { class: 'soft' }, 'A setup lists the pieces and the steps to lay them out. Change it and see how its deals change.'),
    make('div', { class: 'row' }, make('label', { for: 'design-setup', class: 'row' }, 'Start from ', choice), make('span', { class: 'row' }, 'or ', newGame, make('button', { type: 'button', id: 'new-kit', onclick: newKit }, 'Empty tray'))),
    make('div', { class: 'buttons' }, undoButton, redoButton,
      make('button', { type: 'button', id: 'open-button', onclick: () => file.click() }, 'Open a file'), file,
      make('button', { type: 'button', id: 'save-file', onclick: () => saveText('mine.toml', text.value) }, 'Download file')), told,
    make('div', { class: 'design' },
      make('div', {}, tabs, building, filing),
      make('div', { class: 'design-figures', 'data-region': 'Figures' }, make('h2', {}, 'What its deals are like'), whose, sizes, meter, facts,
        make('div', { class: 'buttons' }, pinButton), kit)),
    make('section', { id: 'out-section', 'data-region': 'Out to the table', 'aria-label': 'Out to the table' },
      make('h2', {}, 'Out to the table'),
      printing('kit', () => ({ text: text.value, options }), (words) => { printed.textContent = words; say(words); }, left),
      make('div', { class: 'buttons' }, instructions, make('button', { type: 'button', id: 'save-ids', onclick: saveIds }, '100 challenges')),
      printed, linkPlace,
      make('details', {}, make('summary', {}, 'Instructions'), tell)),
    make('h2', {}, 'Nine deals'), deals, pins.place, questions.section, glance,
  );
  /** Sizes that were chosen. @type {Record<string, string>} */
  let options = {};
  /** @type {any} */
  let known = null;
  /** Whether what is known is of the text on screen. */
  let isValid = false;
  /** Whether that is known, and who waits for it. */
  let isRead = false;
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {import('./meter.js').Reading | null} */
  let reading = null;
  /** The setup that the reading is of. @type {any} */
  let measured = null;
  /** The last reading of the version before, if it is of the same game and sizes. @type {import('./meter.js').Reading | null} */
  let before = null;
  let running = new AbortController();
  let timer = 0;
  let steps = history({ text: '', options: {} });
  const hands = bench(building, { text: () => text.value, options: () => options, tell: showProblems, changed: edited, point, left });
  left.addEventListener('abort', () => { running.abort(); clearTimeout(timer); wasRead(); document.removeEventListener('keydown', keys, true); });
  document.addEventListener('keydown', keys, true);

  /** Undo and redo everywhere on this screen; F6 goes from part to part. @param {KeyboardEvent} event */
  function keys(event) {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'F6') {
      event.preventDefault();
      const regions = [.../** @type {NodeListOf<HTMLElement>} */ (view.querySelectorAll('[data-region]'))].filter((region) => region.offsetParent !== null && firstIn(region));
      const here = regions.findIndex((region) => region.contains(document.activeElement));
      const next = regions[(here + (event.shiftKey ? -1 : 1) + regions.length) % regions.length];
      say(next?.dataset.region ?? '');
      return firstIn(next)?.focus();
    }
    const letter = event.key.toLowerCase();
    const other = event.target instanceof HTMLInputElement && event.target.type === 'text';
    if (!(event.ctrlKey || event.metaKey) || event.altKey || other || !['z', 'y'].includes(letter)) return;
    event.preventDefault();
    event.stopPropagation();
    go(letter === 'y' || event.shiftKey ? steps.redo() : steps.undo());
  }

  /** What a region begins with. @param {HTMLElement | undefined} region */
  function firstIn(region) {
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (region?.querySelectorAll('button, select, input, summary') ?? [])];
    const can = (/** @type {HTMLElement} */ element) => element.tabIndex >= 0 && !element.hasAttribute('disabled') && element.checkVisibility();
    return all.find((element) => element.classList.contains('square') && can(element)) ?? all.find(can) ?? null;
  }

  /** @param {'build' | 'file'} name */
  function turnTo(name) {
    tab = name;
    building.hidden = name !== 'build';
    filing.hidden = name !== 'file';
    for (const button of tabs.children) {
      button.setAttribute('aria-selected', String(button.id === `to-${name}`));
      button.setAttribute('tabindex', button.id === `to-${name}` ? '0' : '-1');
    }
  }

  /** Goes to a version of the design. @param {import('./history.js').Version} version */
  function go(version) {
    text.value = version.text;
    options = version.options;
    choice.value = '';
    changed(0);
  }

  /** Another design, which can be undone like every change. @param {import('./history.js').Version} version */
  function replace(version) {
    steps.add(version);
    hands.forget();
    go(version);
    view.querySelector('.tabs')?.scrollIntoView({ block: 'nearest' });
  }

  async function load() {
    if (!choice.value) return;
    const name = choice.value;
    replace({ text: (/** @type {{text: string}} */ (await ask('setup', { setup: name }))).text, options: {} });
    choice.value = name;
  }

  async function newKit() {
    const made = /** @type {any} */ (await ask('builder', { text: '', edits: [{ edit: 'new', game: newGame.value }] }, left));
    replace({ text: made.text, options: {} });
    turnTo('build');
    document.getElementById('new-kind')?.focus();
  }

  async function openFile() {
    const chosen = file.files?.[0];
    file.value = '';
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) return tellAbove(`${chosen.name} is longer than ${MOST_BYTES / 1024} KB, which no setup is.`);
    const bytes = await chosen.arrayBuffer();
    let words;
    try {
      words = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return tellAbove(`${chosen.name} is no text.`);
    }
    replace({ text: words.replaceAll('\r\n', '\n'), options: {} });
    tellAbove(`${chosen.name} is open.`);
  }

  /** What became of a file or a link, where it was opened. @param {string} words */
  function tellAbove(words) {
    told.textContent = words;
    say(words);
  }

  /** @param {string} words */
  function tellPrinted(words) {
    printed.textContent = words;
    say(words);
  }

  /** The text was changed by hand in the builder. @param {string} next @param {any} model */
  function edited(next, model) {
    text.value = next;
    choice.value = '';
    steps.add({ text: next, options });
    changed(0, model);
  }

  /** The text has changed: what runs is ended, and soon begun anew. @param {number} [wait] @param {any} [model] what is known of it already */
  function changed(wait = 150, model = null) {
    store(STORE, text.value);
    told.textContent = '';
    if (location.hash.startsWith('#design/')) globalThis.history.replaceState(null, '', '#design');
    clearTimeout(timer);
    running.abort();
    questions.changed();
    isValid = false;
    isRead = false;
    undoButton.toggleAttribute('disabled', !steps.canUndo);
    redoButton.toggleAttribute('disabled', !steps.canRedo);
    leaveBehind('These figures are for the design before your last change.');
    linkPlace.replaceChildren();
    timer = window.setTimeout(() => look(model), wait);
  }

  /** What is shown is not of the text on screen: it is greyed, named, and cannot be pinned. @param {string} words */
  function leaveBehind(words) {
    instructions.toggleAttribute('disabled', true);
    pinButton.toggleAttribute('disabled', true);
    if (!known) return;
    for (const place of [meter, facts, kit, deals, tell]) place.classList.add('stale');
    whose.textContent = words;
    whose.hidden = false;
  }

  /** What is most important in a line, for small screens on which the figures are far away. @param {string} words @param {boolean} isWrong */
  function atAGlance(words, isWrong) {
    glance.hidden = false;
    glance.textContent = words;
    glance.classList.toggle('wrong', isWrong);
  }

  /** Goes where the line at the bottom of a small screen comes from. */
  function lookThere() {
    const wrong = tab === 'file' ? error : document.getElementById('problems');
    const place = glance.classList.contains('wrong') && wrong ? wrong : view.querySelector('.design-figures');
    place?.scrollIntoView({ block: 'start' });
  }

  /** Everything that is wrong, at its lines. @param {any[]} problems */
  function showProblems(problems) {
    error.replaceChildren(...problems.map((problem) => make('p', {}, make('button', { type: 'button', onclick: () => point(problem) }, `Line ${problem.line}, column ${problem.column}`), ` ${problem.message}`)));
    if (problems.length > 0) {
      text.setAttribute('aria-invalid', 'true');
      atAGlance(`Wrong: ${problems[0].message}`, true);
    } else text.removeAttribute('aria-invalid');
  }

  /** Whether the design on screen can be dealt, as soon as it has been read. @returns {Promise<boolean>} */
  async function canBeDealt() {
    if (isRead) return isValid;
    await new Promise((done) => waiting.push(() => done(null)));
    return canBeDealt();
  }

  /** Tells whoever waits that the design on screen has been read, or is not read any more. */
  function wasRead() {
    isRead = true;
    for (const done of waiting.splice(0)) done();
  }

  /** @param {any} model */
  async function look(model) {
    running = new AbortController();
    const { signal } = running;
    const asked = { text: text.value, options };
    try {
      const shown = model ?? (/** @type {any} */ (await ask('builder', asked, signal))).model;
      if (signal.aborted) return;
      hands.show(shown);
      const found = /** @type {any} */ (await ask('design', asked, signal));
      if (signal.aborted) return;
      if (found.error) {
        if (shown.problems.length === 0) showProblems([found.error]);
        const why = (shown.problems[0] ?? found.error).message;
        leaveBehind(`These figures are for the last valid file (${known?.title}), not for the design on screen: ${why}`);
        return wasRead();
      }
      const last = reading ?? before;
      const alike = measured && measured.game === found.setup.game && measured.parameters === found.setup.parameters;
      before = alike ? last : null;
      known = found.setup;
      isValid = true;
      wasRead();
      reading = null;
      for (const place of [facts, kit, tell]) place.classList.remove('stale');
      instructions.toggleAttribute('disabled', false);
      showFacts();
      showSizes();
      showKit();
      showLinks(asked).catch(() => linkPlace.replaceChildren(make('p', { class: 'soft' }, 'This browser cannot compress a design, so it makes no links. Send the file instead.')));
      ask('samples', { ...asked, seed: 'design' }, signal).then((/** @type {any} */ answer) => showSamples(answer.samples)).catch((/** @type {Error} */ problem) => {
        if (!signal.aborted) deals.replaceChildren(make('p', { role: 'alert' }, problem.message));
      });
      await watch(signal);
    } catch (problem) {
      if (signal.aborted) return;
      wasRead();
      error.textContent = String(/** @type {Error} */ (problem).message);
      say(error.textContent);
      if (!reading) leaveBehind(`These figures are for the design before, not for the one on screen: ${error.textContent}`);
    }
  }

  /** Puts the cursor where a fault is. @param {{line: number, column: number}} fault */
  function point(fault) {
    turnTo('file');
    const lines = text.value.split('\n');
    const at = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + fault.column - 1;
    text.focus();
    text.setSelectionRange(at, Math.min(at + 1, text.value.length));
  }

  /** Reads the stream of the meter. @param {AbortSignal} signal */
  async function watch(signal) {
    await stream('meter', { text: text.value, options, seed: 'meter' }, signal, (newest) => {
      if (signal.aborted) return;
      reading = newest;
      measured = known;
      meter.classList.remove('stale');
      whose.hidden = true;
      pinButton.toggleAttribute('disabled', false);
      atAGlance(`${share(newest.solvable)} solvable${newest.interest === null ? '' : `, interest ${share(newest.interest)}`}, ${newest.dealt} deals`, false);
      showReading(meter, newest, before && before.dealt > 0 ? before : null, known.levels);
    });
  }

  function showFacts() {
    facts.replaceChildren(make('p', {}, `${known.title}${known.about ? `: ${known.about}` : ''}`), make('p', { class: 'soft' }, `${known.pieces} pieces; ${known.different} different challenges; about ${known.seconds.toFixed(0)} seconds to set up a deal.`), ...known.notes.map((/** @type {string} */ words) => make('p', { class: 'soft' }, words)));
    tell.replaceChildren(...known.tell.map((/** @type {string} */ line) => make('li', {}, line)));
  }

  /** Sizes that the file opens, and how it is shuffled. */
  function showSizes() {
    if (sizes.contains(document.activeElement)) return;
    const shuffle = { name: 'shuffle', value: options.shuffle ?? 'perfect', values: SHUFFLES };
    sizes.replaceChildren(...[...known.open, shuffle].map((/** @type {any} */ open) => {
      const select = /** @type {HTMLSelectElement} */ (make('select', { id: `size-${open.name}`, onchange: () => {
        options = { ...options, [open.name]: select.value };
        steps.add({ text: text.value, options });
        changed();
      } },
      ...open.values.slice(0, 60).map((/** @type {number|string} */ value) => make('option', { value, selected: value === open.value }, String(value)))));
      return make('label', { for: `size-${open.name}` }, `${open.name} `, select);
    }));
  }

  /** How many of each piece there are, for a look at the whole kit. */
  function showKit() {
    kit.replaceChildren(...known.kit.map((/** @type {any} */ group) => make('p', { class: 'soft' }, `${group.name}: ${group.pieces.map((/** @type {any} */ piece) => `${piece.faces.join('')}${piece.count > 1 ? ` × ${piece.count}` : ''}`).join(', ')}`)));
  }

  /** A link for other designers, and one for those who try the kit. @param {{text: string, options: Record<string, string>}} asked */
  async function showLinks(asked) {
    const part = await packed(asked.text, asked.options);
    if (asked.text !== text.value) return;
    const row = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ place) => make('div', { class: 'row', id }, make('span', {}, words), sharing(place, tellPrinted));
    linkPlace.replaceChildren(row('design-link', 'For designers: this design in a link.', `design/${part}`), row('kit-link', 'For play-testers: deals of exactly this kit.', `kit/${part}`));
    // Two of a name would be one.
    for (const place of linkPlace.querySelectorAll('#kit-link [id]')) place.id = `kit-${place.id}`;
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
    if (!reading || !known || !isValid || pinButton.hasAttribute('disabled')) return;
    pins.add({ title: known.title, text: text.value, options, reading, seconds: known.seconds, different: known.different });
  }

  async function saveIds() {
    if (!isValid) return tellPrinted('Mend the design first.');
    try {
      const { ids, wanted } = /** @type {{ids: string[], wanted: number}} */ (await ask('ids', { text: text.value, options, seed: 'mine', count: 100 }));
      saveText('challenges.txt', `${ids.join('\n')}\n`);
      tellPrinted(ids.length < wanted ? `Only ${ids.length} of ${wanted} challenges were dealt in time.` : '');
    } catch (problem) {
      tellPrinted(String(/** @type {Error} */ (problem).message));
    }
  }

  /** @param {string} name @param {string} content */
  function saveText(name, content) {
    save(name, new Blob([content], { type: 'text/plain' }));
  }

  const last = stored(STORE);
  if (linked) {
    steps = history({ text: typeof last === 'string' ? last : '', options: {} });
    steps.add(linked);
    go(linked);
    tellAbove(typeof last === 'string' && last && last !== linked.text ? 'This is the design of the link. Undo goes back to your own.' : 'This is the design of the link.');
  } else if (typeof last === 'string' && last) {
    steps = history({ text: last, options: {} });
    go(steps.now);
  } else {
    const first = games.find((game) => game.default_setup)?.default_setup ?? '';
    const { text: own } = /** @type {{text: string}} */ (await ask('setup', { setup: first }, left));
    steps = history({ text: own, options: {} });
    go(steps.now);
    choice.value = first;
  }
}
