// A rule that nothing can break proves nothing: each layer rule is shown a file that breaks it, and one that does not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, expect, test } from "vitest";

const configuration = createRequire(import.meta.url)("../.dependency-cruiser.cjs");

const offenders: Record<string, [file: string, code: string]> = {
  "no-cycles": ["src-main/core/tools/cycle-back.ts", 'import "./cycle";'],
  "main-knows-only-the-contract": ["src-main/a.ts", 'import type {} from "../src-preload/index";'],
  "renderer-knows-only-the-contract": ["src-renderer/a.ts", 'import type {} from "../src-main/core/x";'],
  "preload-knows-only-the-contract": ["src-preload/a.ts", 'import type {} from "../src-main/core/x";'],
  "contract-is-a-leaf": ["src-preload/contract/a.ts", 'import "react";'],
  "domain-knows-no-window": ["src-preload/contract/domain/a.ts", 'import type {} from "../window/x";'],
  "shipped-code-knows-no-test": ["src-main/core/tools/a.ts", 'import "../../../e2e/fixtures/x";'],
  "nothing-imports-the-top": ["src-main/shell/a.ts", 'import "../compose";'],
  "core-knows-no-adapter": ["src-main/core/session/a.ts", 'import type {} from "../../store/x";'],
  "core-speaks-domain": [
    "src-main/core/session/d.ts",
    'import type {} from "../../../src-preload/contract/window/x";',
  ],
  "words-belong-to-surfaces": ["src-main/store/b.ts", 'import "../language/language";'],
  "adapters-know-no-surface": ["src-main/store/a.ts", 'import "../shell/x";'],
  "surfaces-use-the-service": ["src-main/surfaces/ipc/a.ts", 'import "../../models/x";'],
  "run-is-below-session": ["src-main/core/run/a.ts", 'import "../session/x";'],
  "rest-of-core-is-below-run": ["src-main/core/transcript/a.ts", 'import "../run/x";'],
  "database-is-below-the-store": ["src-main/store/database/a.ts", 'import "../sessions/x";'],
  "verbs-know-no-upkeep": ["src-main/store/sessions/a.ts", 'import "../recovery/x";'],
  "platform-is-a-leaf": ["src-renderer/platform/a.ts", 'import type {} from "../thread/x";'],
  "ui-knows-nothing-of-this-app": ["src-renderer/ui/a.ts", 'import type {} from "../platform/x";'],
  "thread-is-below-features": ["src-renderer/thread/a.ts", 'import type {} from "../features/chat/x";'],
  "features-are-below-app": ["src-renderer/features/chat/a.ts", 'import type {} from "../../app/x";'],
  "features-do-not-import-each-other": [
    "src-renderer/features/chat/b.ts",
    'import type {} from "../queue/x";',
  ],
  "electron-only-at-the-edge": ["src-main/core/context/a.ts", 'import "electron";'],
  "no-electron-in-the-window": ["src-renderer/b.ts", 'import "electron";'],
  "sql-only-in-the-store": ["src-main/recorder/a.ts", 'import "better-sqlite3";'],
  "providers-only-in-models": ["src-main/core/run/b.ts", 'import type {} from "@ai-sdk/anthropic";'],
  "provider-types-are-types": ["src-main/core/session/c.ts", 'import "@ai-sdk/provider";'],
  "one-way-out": ["src-main/models/a.ts", 'import "node:https";'],
  "sdk-react-only-in-the-window": ["src-main/core/run/d.ts", 'import type {} from "@ai-sdk/react";'],
  "sdk-at-run-time-in-few-places": ["src-main/core/session/b.ts", 'import { streamText } from "ai";'],
};

/** One more folder, or file, of a rule that lists several. */
const more: [rule: string, file: string, code: string][] = [
  ["core-knows-no-adapter", "src-main/core/session/e.ts", 'import type {} from "../../agents/x";'],
  [
    "core-speaks-domain",
    "src-main/agents/a.ts",
    'import type {} from "../../src-preload/contract/window/x";',
  ],
  ["words-belong-to-surfaces", "src-main/agents/b.ts", 'import "../language/language";'],
  ["adapters-know-no-surface", "src-main/agents/c.ts", 'import "../shell/x";'],
  ["surfaces-use-the-service", "src-main/surfaces/ipc/b.ts", 'import "../../agents/x";'],
  ["core-knows-no-adapter", "src-main/core/session/f.ts", 'import type {} from "../../files/x";'],
  ["adapters-know-no-surface", "src-main/files/a.ts", 'import "../shell/x";'],
  ["nothing-imports-the-top", "src-main/shell/b.ts", 'import "../compose-private";'],
];

const innocent: Record<string, string> = {
  "src-main/core/tools/cycle.ts": 'import "./cycle-back";',
  "e2e/fixtures/x.ts": "",
  "src-main/core/x.test.ts": 'import "../../e2e/fixtures/x"; import "../store/x"; import "ai";',
  "src-main/core/x.ts":
    'import type { UIMessage } from "ai"; import type {} from "../../src-preload/contract/domain/x";',
  "src-main/core/session/x.ts": 'import "../run/x";',
  "src-main/core/run/x.ts": 'import { streamText } from "ai"; import type {} from "@ai-sdk/provider";',
  "src-main/store/sessions/x.ts": 'import "../database/x";',
  "src-main/store/database/x.ts": 'import "better-sqlite3";',
  "src-main/store/recovery/x.ts": 'import "../sessions/x"; import "../database/x";',
  "src-main/store/x.ts": 'import "better-sqlite3"; import "drizzle-orm"; import type {} from "../core/x";',
  "src-main/agents/x.ts": 'import type {} from "../core/x";',
  "src-main/models/x.ts": 'import "@ai-sdk/anthropic"; import { streamText } from "ai";',
  "src-main/network/x.ts": 'import "node:https"; import "undici"; import type {} from "../core/x";',
  "src-main/models/y.ts": 'import type {} from "node:http"; import "node:net";',
  "src-main/language/language.ts": 'import "../core/x";',
  "src-main/shell/x.ts": 'import "electron"; import "../core/session/x"; import "../language/language";',
  "src-main/surfaces/ipc/x.ts":
    'import "electron"; import "../../core/session/x"; import type {} from "../../../src-preload/contract/window/x";',
  "src-main/files/x.ts": 'import "../core/x";',
  "src-main/compose-private.ts": 'import "./store/x"; import "./models/x";',
  "src-main/compose.ts":
    'import "./compose-private"; import "./store/x"; import "./models/x"; import "./surfaces/ipc/x"; import "./shell/x";',
  "src-main/index.ts": 'import "./compose"; import "electron";',
  "src-preload/contract/domain/x.ts": 'import type { UIMessage } from "ai";',
  "src-preload/contract/window/x.ts": 'import type {} from "../domain/x"; import { z } from "zod";',
  "src-preload/contract/x.ts": 'import type { UIMessage } from "ai"; import { z } from "zod";',
  "src-preload/index.ts": 'import "electron"; import "./contract/x";',
  "src-renderer/app/x.ts": 'import "../features/chat/x"; import "../features/queue/x"; import "../ui/x";',
  "src-renderer/features/chat/x.ts":
    'import "./markdown/x"; import "../../thread/x"; import "../../platform/x"; import "../../ui/x";',
  "src-renderer/features/chat/markdown/x.ts": 'import type {} from "../../../../src-preload/contract/x";',
  "src-renderer/features/queue/x.ts": 'import "../../thread/x";',
  "src-renderer/features/queue/x.test.ts": 'import "../chat/x";',
  "src-renderer/platform/x.ts": 'import "./language/x"; import type {} from "../../src-preload/contract/x";',
  "src-renderer/platform/language/x.ts": "",
  "src-renderer/ui/x.ts": 'import "react";',
  "src-renderer/thread/x.ts": 'import "../platform/x"; import "../ui/x"; import "./view/x";',
  "src-renderer/thread/view/x.ts":
    'import { readUIMessageStream } from "ai"; import "@ai-sdk/react"; import type {} from "../../../src-preload/contract/x";',
};

const packages = ["ai", "zod", "react", "electron", "better-sqlite3", "drizzle-orm"];
const scoped = ["@ai-sdk/anthropic", "@ai-sdk/provider", "@ai-sdk/react"];
for (const name of [...packages, ...scoped]) {
  innocent[`node_modules/${name}/index.js`] = "";
  innocent[`node_modules/${name}/package.json`] = JSON.stringify({ name, main: "index.js" });
}

const tree = mkdtempSync(join(tmpdir(), "braid-layers-"));
afterAll(() => rmSync(tree, { recursive: true }));

async function violationsOf(files: Record<string, string>) {
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    writeFileSync(join(tree, file), code);
  }
  const { tsConfig: _, ...options } = configuration.options;
  const { output } = await cruise(["src-main", "src-preload", "src-renderer"], {
    ...options,
    baseDir: tree,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden },
  });
  return (output as ICruiseResult).summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}

test("[LY-1, LY-2] every layer rule catches what it forbids, and nothing else", async () => {
  const broken = Object.fromEntries([
    ...Object.values(offenders),
    ...more.map(([, file, code]) => [file, code] as const),
  ]);
  const found = new Set(await violationsOf({ ...innocent, ...broken }));
  const expected = [
    ...Object.entries(offenders).map(([rule, [file]]) => `${rule}: ${file}`),
    ...more.map(([rule, file]) => `${rule}: ${file}`),
  ];
  expect(Object.keys(offenders)).toEqual(configuration.forbidden.map(({ name }: { name: string }) => name));
  expect([...found].sort()).toEqual(expected.sort());
});
