// A rule that nothing can break proves nothing: each rule of this repository's own is shown code that breaks it, and code that does not.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const biome = join(
  dirname(createRequire(import.meta.url).resolve("@biomejs/biome/package.json")),
  "bin/biome",
);
const rules = readdirSync(join(root, "build/rules"));

const tree = mkdtempSync(join(tmpdir(), "braid-rules-"));
afterAll(() => rmSync(tree, { recursive: true }));

/** The places that break a rule, as `file:line`. */
function broken(files: Record<string, string>): string[] {
  cpSync(join(root, "build/rules"), join(tree, "rules"), { recursive: true });
  const plugins = rules.map((rule) => `./rules/${rule}`);
  writeFileSync(join(tree, "biome.json"), JSON.stringify({ root: true, plugins, linter: { enabled: true } }));
  rmSync(join(tree, "src-renderer"), { recursive: true, force: true });
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), code);
  }
  const { stdout, stderr } = spawnSync(process.execPath, [biome, "lint", "--colors=off", "src-renderer"], {
    cwd: tree,
    encoding: "utf8",
  });
  return [...`${stdout}${stderr}`.matchAll(/^(\S+):(\d+):\d+ plugin /gm)].map(
    ([, file, line]) => `${file}:${line}`,
  );
}

it("only a kind of part asks for a part's type, and only the bridge for the preload's", () => {
  const switches = [
    'export const a = (part: { type: string }) => part.type === "text";',
    'export const b = (part: { type: string }) => part.type !== "step-start";',
    'export const c = (part?: { type: string }) => part?.type === "source-url";',
    'export const d = ({ type }: { type: string }) => type === "reasoning";',
    'export const e = (part: { type: string }) => part.type.startsWith("tool-");',
    "export function f(part: { type: string }): number {\n  switch (part.type) {\n" +
      '    case "dynamic-tool":\n      return 1;\n    default:\n      return 2;\n  }\n}',
  ].join("\n");
  const innocent = 'export const g = (event: { type: string }) => event.type === "pointerup";';
  const found = broken({
    "src-renderer/features/chat/a.ts": switches,
    "src-renderer/features/chat/b.ts": innocent,
    "src-renderer/features/chat/parts/text.part.tsx": switches,
    "src-renderer/features/queue/a.ts": "export const boot = () => window.braid;",
    "src-renderer/platform/bridge.ts": "export const boot = () => window.braid;",
  });
  const lines = [1, 2, 3, 4, 5, 8].map((line) => `src-renderer/features/chat/a.ts:${line}`);
  expect(found.sort()).toEqual([...lines, "src-renderer/features/queue/a.ts:1"]);
});

it("only features, and not their state, look for an element by selector or by the focus", () => {
  const looks = [
    'export const a = () => document.querySelector("main");',
    'export const b = (box?: Element) => box?.querySelectorAll<HTMLElement>("article");',
    'export const c = () => document.getElementById("root");',
    'export const d = (target: Element) => target.closest<HTMLElement>("form");',
  ].join("\n");
  const focus = [
    "export const e = (box: Element) => box.contains(document.activeElement);",
    "const { activeElement } = document;",
  ].join("\n");
  const found = broken({
    "src-renderer/thread/a.ts": looks,
    "src-renderer/platform/commands/a.ts": 'export const a = () => document.querySelector("main");',
    "src-renderer/features/queue/queue-state.ts": 'export const a = () => document.querySelector("main");',
    "src-renderer/features/side-panel/panel.ts": 'export const a = () => document.querySelector("main");',
    "src-renderer/ui/list.tsx": 'export const a = () => document.querySelector("main");',
    "src-renderer/ui/menu.tsx": 'export const a = (menu: Element) => menu.querySelector("li");',
    "src-renderer/features/queue/row.ts": looks,
    "src-renderer/thread/b.ts": focus,
    "src-renderer/thread/surface.ts": focus,
    "src-renderer/features/queue/b.ts": focus,
  });
  expect(found.sort()).toEqual([
    "src-renderer/features/queue/queue-state.ts:1",
    "src-renderer/features/side-panel/panel.ts:1",
    "src-renderer/platform/commands/a.ts:1",
    ...[1, 2, 3, 4].map((line) => `src-renderer/thread/a.ts:${line}`),
    ...[1, 2].map((line) => `src-renderer/thread/b.ts:${line}`),
    "src-renderer/ui/list.tsx:1",
  ]);
});
