/**
 * Makes the two scripts of the page that draws diagrams. The page has an opaque origin and would refuse module scripts as another origin's.
 * So both scripts are classic: the library as it is published, and our own as one function.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "vite";

const LIBRARY = createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js");

/**
 * @param {string} entry the frame's own script
 * @returns {import("vite").Plugin}
 */
export function diagramFrame(entry) {
  return {
    name: "diagram-frame",
    apply: "build",
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: "warn",
        build: {
          write: false,
          target: "chrome130",
          lib: { entry, formats: ["iife"], name: "diagram", fileName: () => "diagram.js" },
        },
      });
      const [script] = [built].flat().flatMap((result) => ("output" in result ? [result.output[0]] : []));
      if (script === undefined) throw new Error("The script of the diagrams' page was not built.");
      this.emitFile({ type: "asset", fileName: "diagram.js", source: script.code });
      this.emitFile({ type: "asset", fileName: "diagram-library.js", source: readFileSync(LIBRARY) });
    },
  };
}
