/** Judges what a call is about to do by the rules of its user (PM-1). */
import type {
  JudgedNeed,
  Need,
  Permission,
  PermissionMode,
  PermissionRule,
  RuleAction,
} from "../../../src-preload/contract/domain/permissions";
import { asTarget, type CompiledPattern, compilePattern } from "./patterns";

interface ReadyRule extends CompiledPattern {
  rule: PermissionRule;
}

/** The rules of one permission by the literal text at the front of their patterns, under the length of that text. */
type PrefixTable = Map<number, Map<string, ReadyRule[]>>;
type RuleTable = Map<Permission, PrefixTable>;

/** The order in which sources win where patterns are equally specific. A file in the folder comes after its user's rules. */
const SOURCE_ORDER = { session: 0, project: 1, workspace: 2, manifest: 3 } as const;
const STRICTNESS = { deny: 0, ask: 1, allow: 2 } as const;

/** Sessions whose rules stay compiled. */
const TABLES = 16;
interface CachedTable {
  rules: readonly PermissionRule[];
  workspace_root: string | undefined;
  table: RuleTable;
}
const tables: CachedTable[] = [];

/** Returns the strictest of the verdicts: a call is denied if one need is, and asked if one is (PM-4). */
export function verdictOf(judged: readonly JudgedNeed[]): RuleAction {
  if (judged.some(({ verdict }) => verdict === "deny")) return "deny";
  return judged.some(({ verdict }) => verdict === "ask") ? "ask" : "allow";
}

/**
 * Gives each need the verdict of the rules. Relative patterns of paths begin at `workspace_root`, which is a real path. Rule objects must
 * not change after they were passed: their patterns are compiled once.
 */
export function judge(
  needs: readonly Need[],
  rules: readonly PermissionRule[],
  mode: PermissionMode,
  workspace_root?: string,
): JudgedNeed[] {
  const table = tableOf(rules, workspace_root);
  return needs.map((need) => {
    const rule = decidingRule(need, matchingRules(need, table.get(need.permission)));
    return { ...need, ...(rule === undefined ? {} : { rule }), verdict: verdictIn(mode, need, rule) };
  });
}

function verdictIn(mode: PermissionMode, need: Need, rule: PermissionRule | undefined): RuleAction {
  const verdict = rule?.action ?? (need.safe && !need.unsure ? "allow" : "ask");
  if (mode === "strict" && verdict === "allow") return "ask";
  const isEditUnasked = rule === undefined && need.permission === "edit" && need.unsure === undefined;
  return mode === "edits" && isEditUnasked ? "allow" : verdict;
}

function decidingRule(need: Need, matching: readonly ReadyRule[]): PermissionRule | undefined {
  const counting = matching.filter((ready) => counts(ready, need)).sort(byPrecedence);
  const pin = counting.find(({ rule }) => rule.source === "manifest" && rule.action === "deny");
  const winner = (pin ?? counting[0])?.rule;
  if (winner?.source !== "workspace") return winner;
  // A file in the folder may only narrow: its `ask` never softens a `deny` of the user's.
  const own = counting.find(({ rule }) => rule.source !== "workspace")?.rule;
  return own !== undefined && STRICTNESS[own.action] < STRICTNESS[winner.action] ? own : winner;
}

/** No rule allows a need of which the parser is unsure: its user is asked each time. */
const counts = ({ rule }: ReadyRule, need: Need): boolean =>
  rule.action !== "allow" || (rule.source !== "workspace" && need.unsure === undefined);

function byPrecedence(a: ReadyRule, b: ReadyRule): number {
  return (
    b.literal_length - a.literal_length ||
    STRICTNESS[a.rule.action] - STRICTNESS[b.rule.action] ||
    SOURCE_ORDER[a.rule.source] - SOURCE_ORDER[b.rule.source] ||
    (b.rule.added_at ?? 0) - (a.rule.added_at ?? 0)
  );
}

/** Looks only at the rules whose pattern begins as the target does: a thousand others cost nothing. */
function matchingRules(need: Need, prefixes: PrefixTable | undefined): ReadyRule[] {
  const target = asTarget(need.permission, need.target);
  const matching: ReadyRule[] = [];
  for (const [length, byText] of prefixes ?? []) {
    if (length > target.length) continue;
    for (const ready of byText.get(target.slice(0, length)) ?? [])
      if (ready.matches(target)) matching.push(ready);
  }
  return matching;
}

function tableOf(rules: readonly PermissionRule[], workspace_root: string | undefined): RuleTable {
  const known = tables.findIndex(
    (cached) => cached.workspace_root === workspace_root && isSame(cached.rules, rules),
  );
  const [cached] = known < 0 ? [] : tables.splice(known, 1);
  const found = cached ?? { rules: [...rules], workspace_root, table: compileRules(rules, workspace_root) };
  tables.unshift(found);
  tables.length = Math.min(tables.length, TABLES);
  return found.table;
}

/** Compares each rule, because a caller may change its list. A plain loop: this is all that a thousand rules cost. */
function isSame(known: readonly PermissionRule[], rules: readonly PermissionRule[]): boolean {
  if (known.length !== rules.length) return false;
  for (let at = 0; at < rules.length; at++) if (known[at] !== rules[at]) return false;
  return true;
}

function compileRules(rules: readonly PermissionRule[], workspace_root: string | undefined): RuleTable {
  const table: RuleTable = new Map();
  for (const rule of rules) {
    for (const pattern of patternsOf(rule)) {
      const compiled = compilePattern(rule.permission, pattern, workspace_root);
      if (compiled !== undefined) addRule(table, { ...compiled, rule });
    }
  }
  return table;
}

/** A `deny` or `ask` that begins with `**` means every folder of the disk, an `allow` only those of the workspace. */
const patternsOf = ({ permission, pattern, action }: PermissionRule): string[] => {
  const isAnywhere = (permission === "read" || permission === "edit") && pattern.startsWith("**/");
  return isAnywhere && action !== "allow" ? [pattern, `/${pattern}`] : [pattern];
};

function addRule(table: RuleTable, ready: ReadyRule): void {
  const prefixes = table.get(ready.rule.permission) ?? new Map<number, Map<string, ReadyRule[]>>();
  table.set(ready.rule.permission, prefixes);
  const byText = prefixes.get(ready.prefix.length) ?? new Map<string, ReadyRule[]>();
  prefixes.set(ready.prefix.length, byText);
  const same = byText.get(ready.prefix);
  if (same === undefined) byText.set(ready.prefix, [ready]);
  else same.push(ready);
}
