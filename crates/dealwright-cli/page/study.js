// @ts-check
// Studies and reproductions on this machine: figure → rows → challenge → play.
import { ask, make, say } from './talk.js';

/** Ends what the last screen was waiting for. */
let leave = () => {};
export function leaveStudy() { leave(); }

/** @param {HTMLElement} view @param {string} path @param {any[]} games @param {() => boolean} isHere */
export async function study(view, path, games, isHere) {
  leave();
  const left = new AbortController();
  leave = () => left.abort();
  if (!path) return overview(view, games, isHere);
  document.title = `${path} · Dealwright`;
  const { runs } = /** @type {any} */ (await ask('runs', undefined, left.signal));
  const kind = runs.find((/** @type {any} */ run) => run.path === path)?.kind;
  if (!isHere()) return;
  if (kind === 'reproduction') await ledger(view, path);
  else await records(view, path, left.signal);
}

/** @param {HTMLElement} view @param {any[]} games @param {() => boolean} isHere */
async function overview(view, games, isHere) {
  document.title = 'Study · Dealwright';
  const { runs } = /** @type {any} */ (await ask('runs'));
  if (!isHere()) return;
  const links = (/** @type {string} */ kind, /** @type {string} */ title) => {
    const found = runs.filter((/** @type {any} */ run) => run.kind === kind);
    return make('section', {}, make('h2', {}, title), found.length === 0
      ? make('p', { class: 'soft' }, kind === 'study' ? 'None yet.' : 'None yet; dealwright reproduce makes one.')
      : make('ul', { class: 'saved' }, ...found.map((/** @type {any} */ run) => make('li', {}, make('a', { href: `#study/${run.path}` }, run.path)))));
  };
  const setups = /** @type {HTMLSelectElement} */ (make('select', { id: 'study-setups', name: 'setups', multiple: 'multiple', size: '8' },
    ...games.flatMap((game) => game.setups.map((/** @type {any} */ setup) => make('option', { value: setup.name }, `${game.title}: ${setup.title}`)))));
  const problem = make('p', { role: 'status', class: 'note', id: 'study-problem' });
  const form = make('form', { class: 'choose', onsubmit: begin },
    make('label', { for: 'study-name', class: 'row' }, 'Name ', make('input', { id: 'study-name', name: 'name', type: 'text', required: 'required', pattern: '[A-Za-z0-9_\\-]+', value: 'my-study' })),
    make('label', { for: 'study-setups' }, 'Setups'), setups,
    make('label', { for: 'study-samples', class: 'row' }, 'Challenges of each setup ', make('input', { id: 'study-samples', name: 'samples', type: 'text', inputmode: 'numeric', value: '1000' })),
    make('fieldset', { class: 'levels' }, make('legend', {}, 'Measures'), ...['length', 'chance', 'cause', 'repair'].map((word) => make('div', { class: 'row' }, make('input', { type: 'checkbox', name: 'measures', id: `measure-${word}`, value: word, checked: word === 'length' }), make('label', { for: `measure-${word}` }, word)))),
    make('button', { type: 'submit', class: 'main', id: 'study-begin' }, 'Begin'), problem);

  async function begin(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const name = String(data.get('name'));
    try {
      await ask('study/start', { path: name, plan: { setups: data.getAll('setups'), samples: Number(data.get('samples')), measures: data.getAll('measures'), seed: name } });
      location.hash = `#study/${name}`;
    } catch (error) {
      problem.textContent = String(/** @type {Error} */ (error).message);
      say(problem.textContent);
    }
  }
  view.replaceChildren(make('h1', {}, 'Study'), links('reproduction', 'The paper, tested'), links('study', 'Studies'), make('h2', {}, 'A new study'), form);
}

/** @param {HTMLElement} view @param {string} path */
async function ledger(view, path) {
  const { ledger, figures } = /** @type {any} */ (await ask('ledger', { path }));
  const picture = /** @type {HTMLImageElement} */ (make('img', { class: 'figure', alt: '' }));
  const behind = make('p', { id: 'behind' });
  const choice = /** @type {HTMLSelectElement} */ (make('select', { id: 'figure', onchange: () => draw() }, ...figures.map((/** @type {string} */ name) => make('option', { value: name }, name))));
  async function draw() {
    if (!choice.value) return;
    const { svg } = /** @type {any} */ (await ask('figure', { path, name: choice.value }));
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    picture.alt = choice.value;
    const studies = new Set(ledger.claims.filter((/** @type {any} */ claim) => claim.figures.includes(choice.value)).flatMap((/** @type {any} */ claim) => claim.studies));
    behind.replaceChildren('Records: ', ...[...studies].flatMap((name) => [make('a', { href: `#study/${path}/records/${name}` }, String(name)), ' ']));
  }
  // Ledgers of the first format have other keys and no shares of studies.
  const share = (/** @type {number | null | undefined} */ found) => (found ?? null) === null ? '' : `${Math.round(100 * Number(found))}%`;
  const sizes = (/** @type {number[] | undefined} */ n) => (n ?? []).map((size) => size.toLocaleString('en')).join('; ');
  const claims = ledger.claims.map((/** @type {any} */ claim) => make('details', { class: 'claim', id: `claim-${claim.name}` },
    make('summary', {}, make('b', {}, claim.name), ` ${claim.verdict}${share(claim.found_in_studies) && `, found by ${share(claim.found_in_studies)} of studies of the paper's size`}`),
    make('p', {}, claim.says), make('p', {}, claim.finding),
    make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': `Statements of ${claim.name}` }, make('table', {},
      make('thead', {}, make('tr', {}, ...['statement', 'reading', 'paper', 'ours', 'challenges', 'studies that find it', 'verdict'].map((words) => make('th', { scope: 'col' }, words)))),
      make('tbody', {}, ...claim.statements.map((/** @type {any} */ s) => make('tr', {},
        ...[s.statement ?? s.what, s.reading ?? '', s.paper, s.ours, sizes(s.n), share(s.found_in_studies), s.verdict].map((words) => make('td', {}, words))))))),
    make('p', {}, 'Challenges: ', ...claim.challenges.flatMap((/** @type {any} */ example) => [`${example.what} `, make('a', { href: `#play/${example.id}` }, example.id), ' '])),
    make('p', {}, 'Records: ', ...claim.studies.flatMap((/** @type {string} */ name) => [make('a', { href: `#study/${path}/records/${name}` }, name), ' ']))));
  view.replaceChildren(make('h1', {}, path), make('p', { class: 'soft' }, `Dealwright ${ledger.dealwright}, size ${ledger.size}, seed ${ledger.seed}. ${ledger.rule}`),
    make('h2', {}, 'The ledger'), ...claims, make('h2', {}, 'Figures'), make('label', { for: 'figure', class: 'row' }, 'Figure ', choice), picture, behind);
  await draw();
}

/** @param {HTMLElement} view @param {string} path @param {AbortSignal} signal */
async function records(view, path, signal) {
  let known = /** @type {any} */ (await ask('study', { path }, signal));
  const progress = make('p', { id: 'progress', role: 'status' });
  const stop = make('button', { type: 'button', id: 'stop', onclick: () => safely(ask('study/stop', { path }).then(() => say('It stops after the blocks in progress.'))) }, 'Stop');
  const resume = make('button', { type: 'button', id: 'resume', onclick: () => safely(ask('study/start', { path }).then(watch)) }, 'Resume');
  const line = /** @type {HTMLSelectElement} */ (make('select', { id: 'line', onchange: () => safely(show(0)) }, ...known.lines.map((/** @type {any} */ keys, /** @type {number} */ n) => make('option', { value: n }, keys.words))));
  const verdict = /** @type {HTMLSelectElement} */ (make('select', { id: 'verdict', onchange: () => safely(show(0)) }, ...['', 'solvable', 'unsolvable', 'undecided'].map((word) => make('option', { value: word }, word || 'all'))));
  const rows = make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Records' });
  view.replaceChildren(make('h1', {}, path), make('p', {}, known.title || ''), make('p', { class: 'soft' }, known.question || ''), progress, make('div', { class: 'buttons' }, stop, resume),
    make('label', { for: 'line', class: 'row' }, 'Line ', line), make('label', { for: 'verdict', class: 'row' }, 'Verdict ', verdict), rows);

  /** What fails is said, unless nobody is here any more. @param {Promise<unknown>} work */
  function safely(work) {
    work.catch((error) => {
      if (!signal.aborted) progress.textContent = String(error.message);
    });
  }

  function tell() {
    progress.textContent = `${known.there} of ${known.challenges} challenges${known.at_work ? ', running…' : known.failed ? `; it failed: ${known.failed}` : known.there < known.challenges ? ', stopped' : ''}${known.damaged.length ? `; damaged: ${known.damaged[0]}` : ''}`;
    stop.hidden = !known.at_work;
    resume.hidden = known.at_work || known.there >= known.challenges;
  }

  async function watch() {
    do {
      known = await ask('study', { path }, signal);
      tell();
      if (known.at_work) await new Promise((resolve) => setTimeout(resolve, 500));
    } while (known.at_work && !signal.aborted);
    await show(0);
  }

  /** @param {number} skip */
  async function show(skip) {
    const found = /** @type {any} */ (await ask('rows', { path, line: Number(line.value), verdict: verdict.value || null, skip }, signal));
    const cell = (/** @type {any} */ value, /** @type {number} */ n) => make('td', {}, found.columns[n] === 'id' ? make('a', { href: `#play/${value}` }, value) : value === null ? '' : typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(4) : String(value));
    rows.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, ...found.columns.map((/** @type {string} */ name) => make('th', { scope: 'col' }, name)))),
      make('tbody', {}, ...found.rows.map((/** @type {any[]} */ row) => make('tr', {}, ...row.map(cell))))),
    make('div', { class: 'buttons' }, skip > 0 ? make('button', { type: 'button', onclick: () => safely(show(skip - 100)) }, 'Before') : null, found.more ? make('button', { type: 'button', id: 'more', onclick: () => safely(show(skip + 100)) }, 'More') : null));
  }
  tell();
  if (known.at_work) safely(watch()); else await show(0);
}
