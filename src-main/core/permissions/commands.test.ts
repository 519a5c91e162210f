import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectWithin } from "../../../e2e/fixtures/own-time";
import type { PermissionRule } from "../../../src-preload/contract/domain/permissions";
import { type CommandReader, createCommandReader } from "./commands";
import { judge, verdictOf } from "./rules";

const workspace_root = realpathSync(mkdtempSync(join(tmpdir(), "braid-commands-")));
let reader: CommandReader;

beforeAll(async () => {
  mkdirSync(join(workspace_root, "src"));
  writeFileSync(join(workspace_root, "a"), "x");
  reader = await createCommandReader();
});
afterAll(() => rmSync(workspace_root, { recursive: true, force: true }));

const needsOf = (command: string) => reader.needsOf(command, { workspace_root, home: "/home/x" });

describe("the needs of a command", () => {
  it("[PM-4a] one for each simple command, and for each file", () => {
    expect(needsOf("npm test -- 'a b' \"c\" < a > src/out && git log")).toEqual([
      { permission: "read", target: join(workspace_root, "a"), safe: true },
      { permission: "edit", target: join(workspace_root, "src/out") },
      { permission: "command", target: "npm test -- 'a b' c", suggestion: "npm test *" },
      { permission: "command", target: "git log", suggestion: "git log *" },
    ]);
  });

  it("[PM-4a] those in substitutions too", () => {
    expect(needsOf('echo "$(cat a | wc -l)" `ls`').map(({ target }) => target)).toEqual([
      'echo "$(cat a | wc -l)" `ls`',
      "cat a",
      join(workspace_root, "a"),
      "wc -l",
      "ls",
    ]);
  });

  it.each([
    ["cat src/x", ["src/x"]],
    ["cat -n 'src'/x a | wc -l", ["src/x", "a"]],
    ["head -n 5 ./src/../a", ["a"]],
    ["/bin/cat a", ["a"]],
    ["env CI=1 tail a", ["a"]],
    ["cd src && cat x", ["x", "src/x"]],
  ])("[PM-4] %j reads files, for which rules of files hold", (command, read) => {
    const targets = needsOf(command).filter(({ permission }) => permission === "read");
    expect(targets).toEqual(
      read.map((path) => ({ permission: "read", target: join(workspace_root, path), safe: true })),
    );
  });

  it("[PM-4] files elsewhere that a command reads are asked for, and no rule of files is lost on them", () => {
    expect(needsOf("cat ~/a ../b")).toContainEqual({
      ...{ permission: "read", target: "/home/x/a", unsure: "outside" },
    });
    const rule: PermissionRule = {
      ...{ permission: "read", pattern: "/home/x/**", action: "deny", source: "workspace" },
    };
    expect(verdictOf(judge(needsOf("cat /home/x/a"), [rule], "ordinary", workspace_root))).toBe("deny");
  });

  it("[PM-4] the same need is named once", () => {
    expect(needsOf("npm test; npm test || npm test")).toHaveLength(1);
  });

  it.each([
    ["npm test --watch", "npm test *"],
    ["npm run build:all", "npm run *"],
    ["tsc -p .", "tsc *"],
    ["python3 src/x.py", undefined],
    ["rm -rf src", undefined],
    ["sed -n 1p a", undefined],
    ["timeout 5 ls", undefined],
    ["grep 'a*' a", "grep *"],
    ["rm 'a*'", "rm 'a\\*'"],
    ["cat ../x", undefined],
    ["cat '../x*'", "cat '../x\\*'"],
  ])("[PM-1] the suggestion for %j is %j", (command, suggestion) =>
    expect(needsOf(command)[0]?.suggestion).toBe(suggestion),
  );

  it.each(["", " ", "\n", "# x", ";", "\0", "\ud800", "'", "x".repeat(30_000)])(
    "[PM-4b] %j is asked about",
    (command) => {
      const needs = needsOf(command);
      expect(needs.length).toBeGreaterThan(0);
      expect(needs.some(({ unsure }) => unsure !== undefined)).toBe(true);
    },
  );

  it("[PM-4] a text of more commands than a question can show is asked about", () => {
    const many = Array.from({ length: 300 }, (_, at) => `echo ${at}`).join(";");
    expect(needsOf(many).at(-1)).toMatchObject({ target: many, unsure: "not-parsed" });
  });

  it("[PM-4] paths beyond what one text may look up is asked about", () => {
    const many = Array.from({ length: 400 }, (_, at) => `f${at}`).join(" ");
    expect(needsOf(`ls ${many}`)[0]?.unsure).toBe("not-parsed");
  });
});

/** Milliseconds of the quickest of some runs: others share the machine. */
function quickest(work: () => void): number {
  const times = Array.from({ length: 4 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

describe("the time of a check", () => {
  it.each([
    ["parentheses", "(".repeat(19_000)],
    ["substitutions", "$(".repeat(9000)],
    ["braces", "echo {".repeat(3000)],
    ["braces in a word", `echo ${"{".repeat(19_000)}`],
    ["quotes", `"$(`.repeat(6000)],
    ["commands", "ls;".repeat(6000)],
    ["pipes", "ls|".repeat(6000)],
    ["words", `ls ${"a ".repeat(9000)}`],
    ["pieces of a word", `ls ${"a=".repeat(9000)}`],
    ["texts", "cat <<A\n".repeat(2000)],
    ["names in a path", `ls ${"a/".repeat(9000)}`],
    ["changes of the folder", "cd src;".repeat(2500)],
    ["wrappers", "nohup ".repeat(3000)],
    ["shells", "bash -c '".repeat(2000)],
    ["backslashes", `echo ${"\\".repeat(19_000)}`],
    ["tests", "[[ -n ".repeat(3000)],
  ])("[PM-4] a hostile text of %s is read quickly", (_, command) => {
    expectWithin(3_000, () => needsOf(command));
  });

  it("[PM-1] a thousand rules cost less than as much again as ten", () => {
    const many = (count: number): PermissionRule[] =>
      Array.from({ length: count }, (_, at) => ({
        ...{ permission: "command", action: "allow", source: "project" },
        pattern: `command-${at} run *`,
      }));
    const check = (rules: PermissionRule[]) =>
      quickest(() => {
        for (let times = 0; times < 10; times++)
          judge(needsOf("command-7 run x"), rules, "ordinary", workspace_root);
      });
    const [few, thousand] = [many(10), many(1000)];
    // In turns: the machine may be busier at one time than at another.
    const rounds = Array.from({ length: 25 }, () => [check(few), check(thousand)] as const);
    const few_ms = Math.min(...rounds.map(([ms]) => ms));
    expect(Math.min(...rounds.map(([, ms]) => ms))).toBeLessThan(few_ms * 2);
  });
});
