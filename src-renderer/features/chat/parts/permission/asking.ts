/** The choices that a question for permission offers (PM-2). */
import {
  type Decision,
  type JudgedNeed,
  literalPattern,
  type Permission,
  type PermissionQuestion,
} from "../../../../../src-preload/contract/domain/permissions";

/** More needs are not listed. */
export const MOST_NEEDS = 200;

const hasTarget = (need: unknown): need is JudgedNeed =>
  typeof need === "object" && need !== null && "target" in need && typeof need.target === "string";

export const needsOf = ({ needs }: PermissionQuestion): JudgedNeed[] => needs.filter(hasTarget);

/** The needs that are asked, each with its place among all; a rule decided the others. */
export const placedNeeds = (question: PermissionQuestion): { need: JudgedNeed; at: number }[] =>
  needsOf(question)
    .map((need, at) => ({ need, at }))
    .filter(({ need }) => need.verdict === "ask");

export const askedNeeds = (question: PermissionQuestion): JudgedNeed[] =>
  placedNeeds(question).map(({ need }) => need);

/** No rule can ever allow a need of which nobody can be sure. */
export const canLast = ({ unsure }: JudgedNeed): boolean => unsure === undefined;

/** In the order of their buttons. */
export function offeredDecisions(question: PermissionQuestion): Decision[] {
  const lasts = askedNeeds(question).some(canLast);
  const inProject = lasts && question.workspace_root !== undefined;
  return [
    "once",
    ...(lasts ? (["session"] as const) : []),
    ...(inProject ? (["project"] as const) : []),
    "deny",
  ];
}

/** A target without a suggestion stands for itself alone: a * in it is no wildcard. */
export const offeredPattern = ({ suggestion, target }: JudgedNeed): string =>
  suggestion ?? literalPattern(target);

/**
 * Returns the patterns to send: one for each need that is asked. Undefined where nothing was changed: the core then takes those that it
 * offered. `typed`: the changed ones, by the place of their need among all. Another question that asks for more has the same needs in the
 * same places.
 */
export function changedPatterns(
  question: PermissionQuestion,
  typed: Readonly<Record<number, string>>,
): string[] | undefined {
  const asked = placedNeeds(question);
  const patterns = asked.map(({ need, at }) =>
    canLast(need) ? (typed[at] ?? offeredPattern(need)).trim() : need.target,
  );
  const isChanged = asked.some(({ need }, at) => canLast(need) && patterns[at] !== offeredPattern(need));
  return isChanged ? patterns : undefined;
}

/** True where a pattern was emptied: such a rule would say nothing. */
export const hasEmptyPattern = (
  question: PermissionQuestion,
  typed: Readonly<Record<number, string>>,
): boolean => changedPatterns(question, typed)?.includes("") === true;

const FIRST: readonly Permission[] = ["command", "edit", "fetch", "read"];

/** The gravest kind of deed that is asked. */
export const deedOf = (question: PermissionQuestion): Permission => {
  const kinds = askedNeeds(question).map(({ permission }) => permission);
  return FIRST.find((kind) => kinds.includes(kind)) ?? "command";
};

/** Characters of a pattern, or number of patterns, above which they are folded away. */
const LONG = 60;

export function arePatternsLong(question: PermissionQuestion): boolean {
  const lasting = askedNeeds(question).filter(canLast);
  return lasting.length > 1 || lasting.some((need) => offeredPattern(need).length > LONG);
}
