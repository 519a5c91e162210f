import { describe, expect, it } from "vitest";
import { expectWithin } from "../../../e2e/fixtures/own-time";
import type { Need, PermissionRule, RuleAction } from "../../../src-preload/contract/domain/permissions";
import { literalPattern } from "../../../src-preload/contract/domain/permissions";
import { judge, verdictOf } from "./rules";

const ROOT = "/work/app";
type Given = Partial<PermissionRule> & { pattern: string; action: RuleAction };

const rule = (given: Given): PermissionRule => ({ permission: "command", source: "session", ...given });
const allow = (pattern: string, rest: Partial<PermissionRule> = {}) =>
  rule({ pattern, action: "allow", ...rest });
const ask = (pattern: string, rest: Partial<PermissionRule> = {}) =>
  rule({ pattern, action: "ask", ...rest });
const deny = (pattern: string, rest: Partial<PermissionRule> = {}) =>
  rule({ pattern, action: "deny", ...rest });
const command = (target: string, rest: Partial<Need> = {}): Need => ({
  permission: "command",
  target,
  ...rest,
});

const verdict = (need: Need, rules: PermissionRule[], mode: "ordinary" | "edits" | "strict" = "ordinary") =>
  judge([need], rules, mode, ROOT)[0]?.verdict;

describe("the order of rules", () => {
  const need = command("npm test");

  it("[PM-1c] nothing matches: ask, but for what is safe", () => {
    expect(verdict(need, [])).toBe("ask");
    expect(verdict(need, [allow("npm run *"), deny("npm tests")])).toBe("ask");
    expect(verdict({ ...need, safe: true }, [])).toBe("allow");
    expect(verdict({ ...need, safe: true }, [ask("npm *")])).toBe("ask");
    expect(verdict({ ...need, safe: true, unsure: "expansion" }, [])).toBe("ask");
  });

  it("[PM-1b] the most specific pattern wins", () => {
    expect(verdict(need, [deny("*"), allow("npm *")])).toBe("allow");
    expect(verdict(need, [deny("npm *"), allow("npm test *")])).toBe("allow");
    expect(verdict(need, [allow("npm *"), deny("npm test *")])).toBe("deny");
    expect(verdict(need, [allow("npm *"), deny("*npm t*")])).toBe("deny");
  });

  it("[PM-1b] then deny before ask before allow", () => {
    expect(verdict(need, [allow("npm *"), deny("npm *"), ask("npm *")])).toBe("deny");
    expect(verdict(need, [allow("npm *"), ask("npm *")])).toBe("ask");
    expect(verdict(need, [allow("npm test *"), deny("npm test")])).toBe("deny");
  });

  it("[PM-1] a newer allow never beats an equally specific deny", () => {
    expect(verdict(need, [allow("npm *", { added_at: 9 }), deny("npm *", { added_at: 1 })])).toBe("deny");
  });

  it("[PM-1b] then session before project before manifest, then the newest", () => {
    const session = allow("npm *", { added_at: 1 });
    const newer = allow("npm *", { added_at: 2 });
    const project = allow("npm *", { source: "project", added_at: 8 });
    const manifest = allow("npm *", { source: "manifest", added_at: 9 });
    expect(judge([need], [manifest, project, session, newer], "ordinary")[0]?.rule).toBe(newer);
    expect(judge([need], [manifest, project], "ordinary")[0]?.rule).toBe(project);
  });

  it("[PM-1b] nothing overrules a deny of the manifest", () => {
    expect(verdict(need, [deny("*", { source: "manifest" }), allow("npm test")])).toBe("deny");
  });

  it("[PM-1a] a file in the workspace may only narrow", () => {
    expect(verdict(need, [allow("npm *", { source: "workspace" })])).toBe("ask");
    expect(verdict(need, [deny("npm *", { source: "workspace" }), allow("*")])).toBe("deny");
    expect(verdict(need, [ask("npm test", { source: "workspace" }), deny("npm *")])).toBe("deny");
    expect(verdict(need, [ask("npm test", { source: "workspace" }), allow("npm *")])).toBe("ask");
  });
});

describe("needs that the parser is unsure of", () => {
  it("[PM-4] an allow never applies, a deny does", () => {
    const need = command("npm test $x", { unsure: "expansion" });
    expect(verdict(need, [allow("*"), allow("npm test $x")])).toBe("ask");
    expect(verdict(need, [allow("npm test *"), deny("npm *")])).toBe("deny");
  });

  it("[PM-4] no rule allows what is outside, not even one for exactly this target", () => {
    const need = command("cat /etc/a*b", { unsure: "outside" });
    expect(verdict(need, [allow("cat *")])).toBe("ask");
    expect(verdict(need, [allow(literalPattern("cat /etc/a*b"))])).toBe("ask");
  });
});

describe("modes", () => {
  const edit: Need = { permission: "edit", target: `${ROOT}/a.ts` };

  it("[PM-1] strict asks for what rules allow, and for what is safe", () => {
    expect(verdict(command("npm test"), [allow("*")], "strict")).toBe("ask");
    expect(verdict(command("ls", { safe: true }), [], "strict")).toBe("ask");
    expect(verdict(command("rm x"), [deny("rm *")], "strict")).toBe("deny");
  });

  it("[PM-1] edits allows changes that nothing asks for or denies", () => {
    expect(verdict(edit, [], "edits")).toBe("allow");
    expect(verdict(edit, [ask("*.ts", { permission: "edit" })], "edits")).toBe("ask");
    expect(verdict(edit, [deny("*.ts", { permission: "edit" })], "edits")).toBe("deny");
    expect(verdict({ ...edit, unsure: "outside" }, [], "edits")).toBe("ask");
    expect(verdict({ ...edit, unsure: "protected" }, [], "edits")).toBe("ask");
    expect(verdict(command("npm test"), [], "edits")).toBe("ask");
  });
});

describe("the verdict of a call", () => {
  const of = (...verdicts: RuleAction[]) =>
    verdictOf(verdicts.map((one) => ({ ...command("x"), verdict: one })));

  it("[PM-4b] deny is never softened, and one question asks for all", () => {
    expect(of("allow", "ask", "deny", "allow")).toBe("deny");
    expect(of("allow", "ask", "allow")).toBe("ask");
    expect(of("allow", "allow")).toBe("allow");
  });
});

describe("patterns", () => {
  const matches = (pattern: string, target: string) => verdict(command(target), [allow(pattern)]) === "allow";
  const opens = (pattern: string, target: string) =>
    verdict({ permission: "edit", target }, [allow(pattern, { permission: "edit" })]) === "allow";

  it.each([
    ["npm test", "npm test", true],
    ["npm test", "npm test x", false],
    ["npm test", "npm  test", false],
    ["npm test *", "npm test", true],
    ["npm test *", "npm test -- x", true],
    ["npm test *", "npm tests", false],
    ["npm test*", "npm tests", true],
    ["*", "", true],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "acb", false],
    ["ab*ba", "aba", false],
    ["NPM *", "npm x", false],
    ["a\\*b", "a*b", true],
    ["a\\*b", "axb", false],
    ["a\\\\*", "a\\b", true],
    ["a.c", "abc", false],
    ["[a]", "a", false],
    ["a\\", "a\\", true],
  ])("[PM-1] the text %j on %j: %s", (pattern, target, result) =>
    expect(matches(pattern, target)).toBe(result),
  );

  it.each([
    ["src/*", `${ROOT}/src/a.ts`, true],
    ["src/*", `${ROOT}/src/deep/a.ts`, false],
    ["src/*", `${ROOT}/src`, false],
    ["src/**", `${ROOT}/src/deep/a.ts`, true],
    ["src/**", `${ROOT}/src`, true],
    ["src/**", `${ROOT}/srcs/a.ts`, false],
    ["./src/**", `${ROOT}/src/a.ts`, true],
    ["src/**/*.ts", `${ROOT}/src/a.ts`, true],
    ["src/**/x/*.ts", `${ROOT}/src/a/x/x/b.ts`, true],
    ["src/**/x/*.ts", `${ROOT}/src/a/x/b.js`, false],
    ["**", `${ROOT}/a`, true],
    ["**", "/work/other", false],
    ["**/a", "/work/other/a", false],
    ["*", `${ROOT}/a/b`, false],
    ["*.ts", `${ROOT}/.ts`, true],
    ["/work/**", `${ROOT}/a`, true],
    ["/**", "/etc/passwd", true],
    ["src/[a].ts", `${ROOT}/src/[a].ts`, true],
    ["src/[a].ts", `${ROOT}/src/a.ts`, false],
    ["../other/*", "/work/other/a", true],
    ["SRC/*", `${ROOT}/src/a`, false],
  ])("[PM-1] the path %j on %j: %s", (pattern, target, result) =>
    expect(opens(pattern, target)).toBe(result),
  );

  it("[PM-1] a deny that begins with ** holds on the whole disk", () => {
    const rules = [deny("**/*.pem", { permission: "read" }), allow("/**", { permission: "read" })];
    expect(verdict({ permission: "read", target: "/etc/ssl/a.pem" }, rules)).toBe("deny");
    expect(verdict({ permission: "read", target: `${ROOT}/a.pem` }, rules)).toBe("deny");
  });

  it.each(["a*b", "a\\b", "a\\*b", "**", "\\", "npm test *", "src/*/[x]"])(
    "[PM-1] the literal pattern of %j matches only that",
    (text) => {
      expect(matches(literalPattern(text), text)).toBe(true);
      expect(matches(literalPattern(text), text.replace(/[*\\]/, "x"))).toBe(false);
    },
  );

  it("[PM-1] a relative path without a workspace matches nothing", () => {
    const rules = [allow("**", { permission: "read" })];
    expect(judge([{ permission: "read", target: "/a" }], rules, "ordinary")[0]?.verdict).toBe("ask");
  });

  it("[PM-1] a changed list of rules counts at once", () => {
    const rules = [allow("npm *")];
    expect(verdict(command("npm test"), rules)).toBe("allow");
    rules.push(deny("npm test"));
    expect(verdict(command("npm test"), rules)).toBe("deny");
  });
});

describe("hostile and many patterns", () => {
  it("[PM-1] a pattern of many stars takes no long time", () => {
    const target = "a".repeat(20_000);
    const rules = [allow(`${"a*".repeat(5000)}b`), allow(`${"*a".repeat(5000)}b`)];
    const path = `${ROOT}/${"a/".repeat(2000)}`;
    const paths = [allow(`${"**/a/".repeat(500)}b`, { permission: "read" })];
    expectWithin(2_000, () => verdict(command(target), rules));
    expectWithin(2_000, () => verdict({ permission: "read", target: path }, paths));
  });
});
