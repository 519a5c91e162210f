// How the three processes are bundled into out/. Targets are named here because electron-vite would take
// them from the installed `electron`, and the output has to run on Electron 33 as well.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { cssLayers } from "./build/css-layers.mjs";
import { diagramFrame } from "./build/diagram-frame.mjs";
import { firstScript } from "./build/first-script.mjs";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Only native code stays outside the bundle: everything else loads faster, and packs smaller, as one file. */
const external = ["electron", /^electron\//, "better-sqlite3"];

/** Worker threads start from files of their own, so each is an entry of its own. */
const mainEntries = {
  index: at("src-main/index.ts"),
  "store-worker": at("src-main/store/upkeep/worker.ts"),
  "store-reader": at("src-main/store/reader/worker.ts"),
  "store-search": at("src-main/store/search/worker.ts"),
  "store-job": at("src-main/store/upkeep/jobs/worker.ts"),
  "token-worker": at("src-main/models/tokens/worker.ts"),
  "page-worker": at("src-main/core/tools/web/worker.ts"),
  "compare-worker": at("src-main/core/tools/files/compare-worker.ts"),
};

/** Leaves the other words for commands (`also`) out of main: the window's palette alone looks for them, and each start reads main's script. */
const namesOfCommands = {
  name: "names-of-commands",
  enforce: "pre" as const,
  transform(json: string, id: string) {
    if (!id.endsWith("/locales/en/commands.json")) return undefined;
    const { also: _, ...names } = JSON.parse(json);
    return JSON.stringify(names);
  },
};

const page = at("src-renderer/index.html");
const afterFirstFrame = [
  at("src-renderer/app/rest.tsx"),
  at("src-renderer/features/side-panel/side-panel.tsx"),
];

/** The build of the reader of entities that asks no `innerHTML`: the page's policy refuses that, and a worker has none. */
const entities = createRequire(import.meta.url).resolve("decode-named-character-reference");

export default defineConfig({
  main: {
    plugins: [namesOfCommands],
    build: {
      target: "node20.18",
      outDir: "out/main",
      externalizeDeps: false,
      rolldownOptions: {
        external,
        // No names of source files: nothing reads them at a start.
        experimental: { attachDebugInfo: "none" },
        input: Object.fromEntries(Object.entries(mainEntries).filter(([, file]) => existsSync(file))),
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          // Names and lines stay, for the log; what explains the source is not read at every start.
          comments: { jsdoc: false, annotation: false },
        },
      },
    },
  },
  preload: {
    build: {
      target: "node20.18",
      outDir: "out/preload",
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: { index: at("src-preload/index.ts") },
        // A sandboxed preload can only be CommonJS.
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src-renderer",
    plugins: [
      react(),
      cssLayers(at("src-renderer")),
      diagramFrame(at("src-renderer/features/chat/markdown/diagram-page/frame.ts")),
    ],
    resolve: { alias: { "decode-named-character-reference": entities } },
    worker: { format: "es" },
    build: {
      target: "chrome130",
      outDir: "out/renderer",
      minify: true,
      // A font inside the style sheet would be a `data:` address, which the policy of the page refuses.
      assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
      rolldownOptions: {
        input: { index: page },
        output: { codeSplitting: { groups: [firstScript(page, afterFirstFrame)] } },
      },
    },
  },
});
