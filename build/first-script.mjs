// Puts the code that a page needs at once into one script and one style sheet. By default the bundler makes a file of each module that a
// later script shares with the first. Every file is a request to main while the window waits.

/** @typedef {{ getModuleInfo(id: string): { importers: readonly string[] } | null }} Graph */

/**
 * @param {readonly string[]} entries
 * @returns {(id: string, graph: Graph) => boolean} whether one of `entries` imports a module, other than by `import()`
 */
function importedBy(entries) {
  /** @type {Map<string, boolean>} */
  const known = new Map(entries.map((entry) => [entry, true]));
  /** @type {(id: string, graph: Graph) => boolean} */
  function isImported(id, graph) {
    const seen = known.get(id);
    if (seen !== undefined) return seen;
    // Breaks circles of modules that import each other.
    known.set(id, false);
    const found = graph.getModuleInfo(id)?.importers.some((importer) => isImported(importer, graph)) ?? false;
    known.set(id, found);
    return found;
  }
  return isImported;
}

/**
 * @param {string} entry the page
 * @param {readonly string[]} next modules that the page fetches at once with `import()`: their style sheets come with the first one, so
 *   that what they draw waits for one file less
 * @returns a rule for `output.codeSplitting`
 */
export function firstScript(entry, next) {
  const isFirst = importedBy([entry]);
  const isNext = importedBy(next);
  return {
    name: (/** @type {string} */ id, /** @type {Graph} */ graph) =>
      isFirst(id, graph) || (id.endsWith(".css") && isNext(id, graph)) ? "index" : null,
  };
}
