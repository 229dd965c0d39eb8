// @ts-check
// The desk in workers of this browser. Quick questions have a worker of their own, so that a move never waits for a search;
// searches have two; streams get more. What nobody waits for any more is ended with its worker. A small part of the desk comes
// first, for the questions of a first game; the whole of it follows when there is time, or when it is needed.

/** Questions that the first part answers; those that take next to no time; and what only a server can do. */
const FIRST = ['position', 'hint', 'lost', 'deal'];
const QUICK = ['position'];
const QUICK_LATER = ['gallery', 'table', 'layout', 'setup', 'reading', 'code', 'builder'];
const SERVED = ['runs', 'ledger', 'figure', 'study', 'rows', 'summary', 'study/start', 'study/stop'];
/** Milliseconds of one piece of a stream, and those that an ended one may take to its next pause. */
const PIECE = 50;
const GRACE = 80;
/** Streams at once, and workers for one meter. */
const MOST_STREAMS = 8;
const MOST_PARTS = 4;
/** A worker that has taken more memory than this is not kept: it would never give any back. */
const MUCH_MEMORY = 96 * 2 ** 20;

/** A file of the page. @param {string} name */
async function loaded(name) {
  const response = await fetch(new URL(name, import.meta.url)).catch(() => null);
  if (!response?.ok || !response.body) throw new Error('A part of this page could not be loaded. Is the network there?');
  return response;
}

/** Fetches and compiles a part of the desk, once. @param {string} name */
function part(name) {
  /** @type {Promise<WebAssembly.Module> | null} */
  let module = null;
  async function load() {
    let bytes = await (await loaded(`${name}.wasmz`)).arrayBuffer();
    // Some hosts unpack it on the way.
    if (new Uint8Array(bytes)[0] === 0x1f) bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    return WebAssembly.compile(bytes);
  }
  return () => {
    // What could not be loaded is tried again with the next question.
    module ??= load().catch((error) => { module = null; throw error; });
    return module;
  };
}

/** One worker with a desk. It does one thing at a time. @param {WebAssembly.Module} module */
function hire(module) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  /** @type {{resolve: (answer: any) => void, reject: (error: Error) => void} | null} */
  let waiting = null;
  const hand = {
    isFit: true,
    /** @param {string} [door] @param {unknown[]} given @returns {Promise<any>} */
    call: (door, ...given) => new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      worker.postMessage({ module, door, given });
    }),
    /** Ends it at once; whoever waits for it is told. @param {Error} why */
    end(why) {
      hand.isFit = false;
      worker.terminate();
      waiting?.reject(why);
      waiting = null;
    },
  };
  worker.addEventListener('message', ({ data }) => {
    const { resolve, reject } = waiting ?? {};
    waiting = null;
    if (data.final || data.memory > MUCH_MEMORY) {
      hand.isFit = false;
      worker.terminate();
    }
    if (data.error === undefined) resolve?.(data.answer); else reject?.(new Error(data.error));
  });
  worker.addEventListener('error', (event) => hand.end(new Error(event.message || 'a part of this page could not be started')));
  return hand;
}

/** Workers of one kind, so many at most: who comes when all are busy waits. @param {number} most */
function crew(most) {
  /** Those who have nothing to do, with what they were hired for. @type {{hand: ReturnType<typeof hire>, module: WebAssembly.Module}[]} */
  const idle = [];
  /** @type {(() => void)[]} */
  const queue = [];
  let busy = 0;
  /**
   * @template T
   * @param {() => Promise<WebAssembly.Module>} part @param {AbortSignal | undefined} signal @param {(hand: ReturnType<typeof hire>) => Promise<T>} work
   * @returns {Promise<T>}
   */
  return async function run(part, signal, work) {
    const module = await part();
    while (busy >= most) {
      await new Promise((resolve) => {
        queue.push(() => resolve(null));
        signal?.addEventListener('abort', () => resolve(null), { once: true });
      });
      signal?.throwIfAborted();
    }
    signal?.throwIfAborted();
    busy += 1;
    // One that has nothing to do may have been ended by the browser all the same.
    const known = idle.findIndex((other) => other.module === module && other.hand.isFit);
    const hand = known >= 0 ? idle.splice(known, 1)[0].hand : hire(module);
    try {
      return await work(hand);
    } finally {
      busy -= 1;
      if (hand.isFit) idle.push({ hand, module });
      // Those of an earlier part are not called again.
      for (const old of idle.filter((other) => other.module !== module)) old.hand.end(new Error('replaced'));
      idle.splice(0, idle.length, ...idle.filter((other) => other.module === module && other.hand.isFit).slice(-most));
      queue.shift()?.();
    }
  };
}

/** @returns {import('./desk.js').Desk} */
export function byWorkers() {
  const first = part('first');
  const whole = part('desk');
  const prints = part('print');
  /** Whether the whole desk is there, and whether somebody asked for what the first part does not know. */
  let isWhole = false;
  let isBeyondFirst = false;
  /** What games there are, which was written down when the page was made. @type {Promise<any> | null} */
  let games = null;
  const quick = crew(1);
  const quickLater = crew(1);
  const searches = crew(2);
  const streams = crew(MOST_STREAMS + MOST_PARTS);
  const printer = crew(1);
  let open = 0;

  function fetchWhole() {
    whole().then(() => { isWhole = true; }).catch(() => { /* It is tried again when it is needed. */ });
  }

  /** @param {string} question @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
  async function ask(question, body, signal) {
    signal?.throwIfAborted();
    if (SERVED.includes(question)) throw new Error('Only a server can do this: dealwright serve.');
    if (question === 'games') {
      games ??= loaded('games.json').then((response) => response.json()).catch((error) => { games = null; throw error; });
      return games;
    }
    const isFirst = FIRST.includes(question) && !isBeyondFirst;
    const run = QUICK.includes(question) ? quick : QUICK_LATER.includes(question) ? quickLater : searches;
    const from = isFirst && (run === quick || !isWhole) ? first : whole;
    try {
      return await called(run, from, signal, 'ask', question, body);
    } catch (error) {
      // The first part knows few games: what it refuses may be a question about another one.
      if (from === whole || signal?.aborted) throw error;
      const answer = await called(run, whole, signal, 'ask', question, body);
      isBeyondFirst = true;
      return answer;
    } finally {
      // The network is free now.
      if (!isWhole) setTimeout(fetchWhole, 500);
    }
  }

  /** @param {ReturnType<typeof crew>} run @param {() => Promise<WebAssembly.Module>} from @param {AbortSignal | undefined} signal @param {string} door @param {...unknown} given */
  function called(run, from, signal, door, ...given) {
    return run(from, signal, async (hand) => {
      const leave = () => hand.end(new DOMException('left', 'AbortError'));
      signal?.addEventListener('abort', leave, { once: true });
      try {
        return await hand.call(door, ...given);
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    });
  }

  /** @param {string} question @param {object} body @param {AbortSignal} signal @param {(told: any, done: boolean) => void | Promise<void>} each */
  async function follow(question, body, signal, each) {
    await streams(whole, signal, async (hand) => {
      const { stream, seconds } = await hand.call('open', question, body);
      const end = performance.now() + 1000 * seconds;
      // It pauses soon; if not, it is ended.
      const leave = () => setTimeout(() => { if (isAtWork) hand.end(new DOMException('left', 'AbortError')); }, GRACE);
      let isAtWork = false;
      signal.addEventListener('abort', leave, { once: true });
      try {
        for (;;) {
          isAtWork = true;
          const { told, done } = await hand.call('goOn', stream, PIECE, performance.now() >= end);
          isAtWork = false;
          if (signal.aborted) {
            await hand.call('close', stream);
            signal.throwIfAborted();
          }
          if (told !== null || done) await each(told, done);
          if (done) return;
        }
      } finally {
        signal.removeEventListener('abort', leave);
      }
    });
  }

  /** One meter in several workers: each takes its part of the deals. @param {object} body @param {AbortSignal} signal @param {(told: any) => void} each @param {number} parts */
  async function meter(body, signal, each, parts) {
    /** @type {any[]} */
    const tallies = Array(parts).fill(null);
    let finished = 0;
    let isReading = false;
    async function read() {
      // Readings that come while another is made are in the next one.
      if (isReading || finished === parts) return;
      isReading = true;
      const reading = await ask('reading', { tallies: tallies.filter((tally) => tally !== null), done: false }, signal);
      isReading = false;
      if (finished < parts) each(reading);
    }
    const own = new AbortController();
    signal.addEventListener('abort', () => own.abort(), { once: true });
    const working = tallies.map((_, n) => follow('meter', { ...body, part: [n, parts] }, own.signal, async (told, done) => {
      tallies[n] = told.tally;
      finished += done ? 1 : 0;
      await read();
    }));
    try {
      await Promise.all(working);
    } catch (error) {
      own.abort();
      throw error;
    }
    each(await ask('reading', { tallies, done: true }, signal));
  }

  return {
    ask,
    async stream(question, body, signal, each) {
      signal.throwIfAborted();
      if (open >= MOST_STREAMS) throw new Error(`${open} meters and searches are running, which is the limit; stop one.`);
      open += 1;
      try {
        const parts = Math.max(1, Math.min(MOST_PARTS, (navigator.hardwareConcurrency || 2) - 1));
        if (question === 'meter' && parts > 1) await meter(body, signal, each, parts);
        else await follow(question, body, signal, (told) => { if (told !== null) each(told); });
      } finally {
        open -= 1;
      }
    },
    print: async (what, body, signal) => new Blob([await called(printer, prints, signal, 'print', what, body)], { type: 'application/pdf' }),
    hasStudies: false,
    needsNetwork: false,
  };
}
