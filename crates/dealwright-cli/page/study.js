// @ts-check
// Studies and reproductions on this machine: figure → rows → challenge → play.
import { ask, hasStudies } from './desk.js';
import { counted, make, save, say } from './talk.js';

/** @param {HTMLElement} view @param {string} path @param {any[]} games @param {() => boolean} isHere @param {AbortSignal} left */
export async function study(view, path, games, isHere, left) {
  if (!hasStudies) return elsewhere(view);
  if (!path) return overview(view, games, isHere);
  document.title = `${path} · Dealwright`;
  const { runs } = /** @type {any} */ (await ask('runs', {}, left));
  const kind = runs.find((/** @type {any} */ run) => run.path === path)?.kind;
  if (!isHere()) return;
  if (kind === 'reproduction') await ledger(view, path);
  else await records(view, path, left);
}

/** Studies lie on a disk, and there is none here. @param {HTMLElement} view */
function elsewhere(view) {
  document.title = 'Study · Dealwright';
  view.replaceChildren(make('h1', {}, 'Study'), make('p', { id: 'elsewhere' },
    'Studies, the ledger of the paper and their records lie on a disk, so this page needs a server for them. Install Dealwright on a computer and run ',
    make('code', {}, 'dealwright serve'), ' to see them here. Everything else on this page works without.'));
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
  // Ledgers of the first format have other keys and no shares of studies.
  const share = (/** @type {number | null | undefined} */ found) => (found ?? null) === null ? '' : `${Math.round(100 * Number(found))}%`;
  const sizes = (/** @type {number[] | undefined} */ n) => (n ?? []).map((size) => size.toLocaleString('en')).join('; ');
  const claims = ledger.claims.map((/** @type {any} */ claim) => make('details', { class: 'claim', id: `claim-${claim.name}`, 'data-verdict': claim.verdict },
    make('summary', {}, make('span', {}, make('b', {}, claim.name), ` ${claim.verdict}${share(claim.found_in_studies) && `, found by ${share(claim.found_in_studies)} of studies of the paper's size`}`)),
    make('p', {}, claim.says), make('p', {}, claim.finding),
    make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': `Statements of ${claim.name}` }, make('table', {},
      make('thead', {}, make('tr', {}, ...['statement', 'reading', 'paper', 'ours', 'challenges', 'studies that find it', 'verdict'].map((words) => make('th', { scope: 'col' }, words)))),
      make('tbody', {}, ...claim.statements.map((/** @type {any} */ s) => make('tr', {},
        ...[s.statement ?? s.what, s.reading ?? '', s.paper, s.ours, sizes(s.n), share(s.found_in_studies), s.verdict].map((words) => make('td', {}, words))))))),
    make('p', {}, 'Challenges: ', ...claim.challenges.flatMap((/** @type {any} */ example) => [`${example.what} `, make('a', { href: `#play/${example.id}` }, example.id), ' '])),
    make('p', {}, 'Records: ', ...claim.studies.flatMap((/** @type {string} */ name) => [make('a', { href: `#study/${path}/records/${name}` }, name), ' ']))));
  // How many claims have each verdict; a verdict shows its claims alone.
  /** @type {Map<string, number>} */
  const tally = new Map();
  for (const claim of ledger.claims) tally.set(claim.verdict, (tally.get(claim.verdict) ?? 0) + 1);
  const shown = make('p', { class: 'soft', id: 'claims-shown', role: 'status' });
  const filter = make('div', { class: 'buttons', role: 'group', 'aria-label': 'Verdicts' });
  /** @param {string} verdict all for an empty one */
  function only(verdict) {
    for (const claim of claims) claim.hidden = verdict !== '' && claim.getAttribute('data-verdict') !== verdict;
    for (const button of filter.children) button.setAttribute('aria-pressed', String(button.getAttribute('data-only') === verdict));
    const many = claims.filter((/** @type {HTMLElement} */ claim) => !claim.hidden).length;
    shown.textContent = verdict === '' ? `All ${counted(claims.length, 'claim')}.` : `${many} of ${counted(claims.length, 'claim')}: ${verdict}.`;
  }
  filter.append(...['', ...tally.keys()].map((verdict) => make('button', { type: 'button', 'data-only': verdict, onclick: () => only(verdict) }, verdict === '' ? `all ${claims.length}` : `${verdict} ${tally.get(verdict)}`)));
  only('');
  const large = /** @type {HTMLDialogElement} */ (make('dialog', { id: 'figure-large', class: 'sheet', 'aria-labelledby': 'figure-title' }));
  const source = async (/** @type {string} */ name) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(/** @type {any} */ (await ask('figure', { path, name })).svg)}`;
  /** What a figure shows, as far as its name and its claims say it. @param {string} name */
  function behind(name) {
    const about = ledger.claims.filter((/** @type {any} */ claim) => claim.figures.includes(name));
    const studies = new Set(about.flatMap((/** @type {any} */ claim) => claim.studies));
    return [make('p', {}, about.length > 0 ? `Evidence for ${about.map((/** @type {any} */ claim) => claim.name).join(', ')}.` : ''),
      make('p', { class: 'behind' }, 'Records: ', ...[...studies].flatMap((study) => [make('a', { href: `#study/${path}/records/${study}`, onclick: () => large.close() }, String(study)), ' ']))];
  }
  /** @param {string} name @param {string} src */
  function enlarge(name, src) {
    large.replaceChildren(make('form', { method: 'dialog', class: 'sheet-head' }, make('h2', { id: 'figure-title' }, name.replaceAll('-', ' ')), make('button', { type: 'submit' }, 'Close')), make('img', { class: 'figure', src, alt: name.replaceAll('-', ' ') }), ...behind(name));
    large.showModal();
  }
  const gallery = make('div', { class: 'figures', id: 'figures' }, ...figures.map((/** @type {string} */ name) => {
    const picture = /** @type {HTMLImageElement} */ (make('img', { class: 'figure', alt: name.replaceAll('-', ' ') }));
    const card = make('figure', { 'data-figure': name }, make('button', { type: 'button', class: 'enlarge', 'aria-label': `${name.replaceAll('-', ' ')}, larger`, onclick: () => { if (picture.src) enlarge(name, picture.src); } }, picture), make('figcaption', {}, make('b', {}, name.replaceAll('-', ' ')), ...behind(name)));
    // Fetched when they come into sight.
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      source(name).then((src) => { picture.src = src; }).catch((error) => { picture.alt = String(error.message); });
    }, { rootMargin: '200px' });
    seen.observe(card);
    return card;
  }));
  view.replaceChildren(make('h1', {}, path), make('p', { class: 'soft' }, `Dealwright ${ledger.dealwright}, size ${ledger.size}, seed ${ledger.seed}. ${ledger.rule}`),
    make('h2', {}, 'The ledger'), filter, shown, ...claims, make('h2', {}, 'Figures'), gallery, large);
}

/** Shares of solvable challenges with their intervals, as dots on lines. @param {any[]} shares */
function chart(shares) {
  const known = shares.filter((line) => line.low !== null);
  if (known.length === 0) return make('span');
  const percent = (/** @type {number} */ value) => `${(100 * value).toFixed(1)}%`;
  const rows = known.map((line) => {
    const range = make('span', { class: 'range' });
    const dot = make('span', { class: 'dot', hidden: line.share === null });
    range.style.left = `${100 * line.low}%`;
    range.style.width = `${100 * (line.high - line.low)}%`;
    dot.style.left = `${100 * (line.share ?? 0)}%`;
    return make('div', { class: 'share-row' }, make('span', {}, line.words), make('span', { class: 'share-track', 'aria-hidden': 'true' }, range, dot),
      make('span', {}, line.share === null ? `between ${percent(line.low)} and ${percent(line.high)}` : `${percent(line.share)} (${percent(line.low)} to ${percent(line.high)})`));
  });
  return make('figure', { class: 'shares', id: 'shares' }, make('figcaption', {}, 'Solvable, with 95% intervals; the line goes from 0% to 100%'), ...rows);
}

/** @param {string} cell */
const csv = (cell) => /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** What the records add up to: shares with intervals, tests, a chart, and all of it as a file. @param {string} path @param {AbortSignal} signal */
async function summary(path, signal) {
  const found = /** @type {any} */ (await ask('summary', { path }, signal));
  if (found.sections.length === 0) return [make('p', { class: 'soft' }, 'There are no records yet.')];
  const text = found.sections.map((/** @type {any} */ section) => [`# ${section.title}`, ...[section.columns, ...section.rows].map((row) => row.map(csv).join(','))].join('\n')).join('\n\n');
  const name = path.replaceAll('/', '-');
  return [chart(found.shares), ...found.sections.map((/** @type {any} */ section) => make('section', {}, make('h3', {}, section.title),
    make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': section.title }, make('table', { class: 'figures-table' }, make('thead', {}, make('tr', {}, ...section.columns.map((/** @type {string} */ words, /** @type {number} */ n) => make(words ? 'th' : 'td', { scope: words ? 'col' : null, class: n > 0 && n >= section.words ? 'number' : null }, words)))),
      make('tbody', {}, ...section.rows.map((/** @type {string[]} */ row) => make('tr', {}, ...row.map((words, n) => make(n === 0 ? 'th' : 'td', n === 0 ? { scope: 'row' } : { class: n >= section.words ? 'number' : null }, words))))))),
    ...section.notes.map((/** @type {string} */ words) => make('p', { class: 'soft' }, words)))),
  ...found.warnings.map((/** @type {string} */ words) => make('p', { class: 'soft' }, words)),
  make('div', { class: 'buttons' }, make('button', { type: 'button', id: 'export-csv', onclick: () => save(`${name}.csv`, new Blob([`${text}\n`], { type: 'text/csv' })) }, 'Export the tables (CSV)'),
    make('button', { type: 'button', id: 'export-json', onclick: () => save(`${name}.json`, new Blob([JSON.stringify(found, null, 1)], { type: 'application/json' })) }, 'Export the tables (JSON)'))];
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
  const sums = make('div', { id: 'sums' }, make('p', {}, 'One moment…'));
  const add = () => summary(path, signal).then((parts) => sums.replaceChildren(...parts));
  view.replaceChildren(make('h1', {}, path), make('p', {}, known.title || ''), make('p', { class: 'soft' }, known.question || ''), progress, make('div', { class: 'buttons' }, stop, resume),
    make('h2', {}, 'What the records say'), sums, make('h2', {}, 'Records'),
    make('label', { for: 'line', class: 'row' }, 'Line ', line), make('label', { for: 'verdict', class: 'row' }, 'Verdict ', verdict), rows);

  /** What fails is said, unless nobody is here any more. @param {Promise<unknown>} work */
  function safely(work) {
    work.catch((error) => {
      if (signal.aborted) return;
      progress.textContent = String(error.message);
      if (sums.textContent === 'One moment…') sums.textContent = '';
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
    safely(add());
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
  if (known.at_work) {
    sums.textContent = 'The figures come when it has stopped.';
    safely(watch());
  } else {
    safely(add());
    await show(0);
  }
}
