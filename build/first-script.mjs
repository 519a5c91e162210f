// What a page cannot do without comes as one script and one style sheet: left alone, the bundler gives each module that a later
// script shares with the first a file of its own, and every file is a question to main while the window waits.

/** @typedef {{ getModuleInfo(id: string): { importers: readonly string[] } | null }} Graph */

/** @param {string} entry the page @returns a rule for `output.codeSplitting` */
export function firstScript(entry) {
  /** @type {Map<string, boolean>} */
  const known = new Map([[entry, true]]);
  /**
   * @param {string} id
   * @param {Graph} graph
   * @returns {boolean} whether the page imports it, and not only when it comes to that
   */
  function isFirst(id, graph) {
    const seen = known.get(id);
    if (seen !== undefined) return seen;
    // For those that import each other.
    known.set(id, false);
    const found = graph.getModuleInfo(id)?.importers.some((importer) => isFirst(importer, graph)) ?? false;
    known.set(id, found);
    return found;
  }
  return {
    name: (/** @type {string} */ id, /** @type {Graph} */ graph) => (isFirst(id, graph) ? "index" : null),
  };
}
