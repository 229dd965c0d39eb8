// @ts-check
// Everything that was done to a design, without end: each entry is the file and the sizes that were chosen.

/** Milliseconds within which letters that are typed are one change. */
const ONE_CHANGE = 1000;

/** @typedef {{text: string, options: Record<string, string>}} Version */

/** @param {Version} first */
export function history(first) {
  /** @type {Version[]} */
  const versions = [first];
  let at = 0;
  let typedAt = -Infinity;
  return {
    get now() { return versions[at]; },
    get canUndo() { return at > 0; },
    get canRedo() { return at < versions.length - 1; },
    /** Another version. Letters typed one after the other become one. @param {Version} next @param {boolean} [isTyped] */
    add(next, isTyped = false) {
      const now = versions[at];
      if (next.text === now.text && JSON.stringify(next.options) === JSON.stringify(now.options)) return;
      const time = performance.now();
      const goesOn = isTyped && time - typedAt < ONE_CHANGE && at > 0 && at === versions.length - 1;
      typedAt = isTyped ? time : -Infinity;
      versions.splice(goesOn ? at : at + 1, Infinity, next);
      at = versions.length - 1;
    },
    undo() { typedAt = -Infinity; if (at > 0) at -= 1; return versions[at]; },
    redo() { typedAt = -Infinity; if (at < versions.length - 1) at += 1; return versions[at]; },
  };
}
