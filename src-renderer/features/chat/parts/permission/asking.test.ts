import { expect, it } from "vitest";
import type { JudgedNeed, PermissionQuestion } from "../../../../../src-preload/contract/domain/permissions";
import {
  arePatternsLong,
  changedPatterns,
  deedOf,
  hasEmptyPattern,
  needsOf,
  offeredDecisions,
} from "./asking";

const need = (target: string, more: Partial<JudgedNeed> = {}): JudgedNeed => ({
  permission: "command",
  target,
  verdict: "ask",
  ...more,
});
const question = (needs: JudgedNeed[], more: Partial<PermissionQuestion> = {}): PermissionQuestion => ({
  tool_call_id: "1",
  tool_name: "bash",
  needs,
  workspace_root: "/app",
  ...more,
});

it("[PM-2a] a certain need can be allowed once, in the session, in the project, or not at all", () => {
  const asked = question([need("npm test"), need("rm $X", { unsure: "expansion" })]);
  expect(offeredDecisions(asked)).toEqual(["once", "session", "project", "deny"]);
  const { workspace_root: _, ...homeless } = asked;
  expect(offeredDecisions(homeless)).toEqual(["once", "session", "deny"]);
});

it("[PM-4] where nobody can be sure of anything that is asked, it is once or never", () => {
  const sure = need("ls", { verdict: "allow", safe: true });
  expect(offeredDecisions(question([sure, need("rm $X", { unsure: "expansion" })]))).toEqual([
    "once",
    "deny",
  ]);
});

it("patterns are sent for each asked need in its order, and only where one was changed", () => {
  const asked = question([
    need("ls", { verdict: "allow" }),
    need("npm test", { suggestion: "npm test *" }),
    need("rm $X", { unsure: "expansion" }),
    need("git status"),
  ]);
  expect(changedPatterns(asked, {})).toBeUndefined();
  expect(changedPatterns(asked, { 1: "npm test *", 2: "never mind" })).toBeUndefined();
  expect(changedPatterns(asked, { 1: " npm * ", 2: "never mind" })).toEqual(["npm *", "rm $X", "git status"]);
  expect(hasEmptyPattern(asked, { 3: "  " })).toBe(true);
  expect(hasEmptyPattern(asked, { 2: "" })).toBe(false);
  expect(arePatternsLong(asked)).toBe(true);
  expect(arePatternsLong(question([need("npm test")]))).toBe(false);
  expect(arePatternsLong(question([need("x".repeat(100))]))).toBe(true);
});

it("a changed pattern stays with its need where another question asks for more", () => {
  const asked = question([need("make a", { verdict: "allow" }), need("make b")]);
  expect(changedPatterns(asked, { 1: "make *" })).toEqual(["make *"]);
  expect(changedPatterns(question([need("make a"), need("make b")]), { 1: "make *" })).toEqual([
    "make a",
    "make *",
  ]);
});

it("[PM-4] a target that is sent along with a changed pattern allows itself alone", () => {
  const asked = question([need("npm test", { suggestion: "npm test *" }), need("rm *.log \\*")]);
  expect(changedPatterns(asked, { 0: "npm *" })).toEqual(["npm *", "rm \\*.log \\\\\\*"]);
  expect(changedPatterns(asked, { 1: "rm *" })).toEqual(["npm test *", "rm *"]);
  expect(changedPatterns(asked, { 1: "rm \\*.log \\\\\\*" })).toBeUndefined();
});

it("names the gravest deed, and leaves damaged needs out", () => {
  expect(deedOf(question([need("/a", { permission: "read" }), need("/b", { permission: "edit" })]))).toBe(
    "edit",
  );
  expect(needsOf(question([null, { target: 1 }, need("ls")] as never))).toEqual([need("ls")]);
});
