/** Judges what a call of a turn is about to do by the rules that hold there: its session's, those above a helper, its folder's (PM-1, PM-3). */

import type {
  JudgedNeed,
  Need,
  PermissionMode,
  PermissionRule,
} from "../../../src-preload/contract/domain/permissions";
import { judge, verdictOf } from "../permissions/rules";
import { rulesOfFile } from "../permissions/rules-file";
import type { ToolCallContext } from "../ports/tools";
import type { TurnContext, TurnDeps } from "./turn-context";

/** Rules that decide together, and for a helper the parts of them that each session of its chain has by itself. */
interface RulesInForce {
  all: PermissionRule[];
  /** Empty outside helpers. */
  by_session: PermissionRule[][];
}

/** Reads them anew for each call: a helper that runs knows at once what its user allows, or forbids, above it. */
async function rulesInForce(deps: TurnDeps, turn: TurnContext): Promise<RulesInForce> {
  const { workspace_root } = turn;
  const ofFile = workspace_root === undefined ? [] : await rulesOfFile(workspace_root);
  const place = placeOf(turn);
  const own = deps.store.permissionRules(place);
  const above = deps.store.inheritedRules(place.session_id);
  const all = [...own, ...above.flat(), ...ofFile];
  if (above.length === 0) return { all, by_session: [] };
  const ofProject = own.filter(({ source }) => source !== "session");
  return {
    all,
    by_session: [own, ...above.map((rules) => [...rules, ...ofProject])].map((rules) => [
      ...rules,
      ...ofFile,
    ]),
  };
}

/** PM-3: what one session of a helper's chain denies, no rule of another one lifts, however specific. */
function judgeBy(
  { all, by_session }: RulesInForce,
  needs: readonly Need[],
  mode: PermissionMode,
  workspace_root: string | undefined,
): JudgedNeed[] {
  const judgements = judge(needs, all, mode, workspace_root);
  const stricter = by_session.map((rules) => judge(needs, rules, mode, workspace_root));
  return judgements.map((need, at) => {
    const denied = stricter.map((judged) => judged[at]).find((judged) => judged?.verdict === "deny");
    return denied ?? need;
  });
}

/** Returns what the rules say of files and addresses that a call comes upon; undefined where they keep none from models. */
export async function usableBy(deps: TurnDeps, turn: TurnContext): Promise<ToolCallContext["mayUse"]> {
  const rules = await rulesInForce(deps, turn);
  if (rules.all.every(({ action }) => action === "allow")) return undefined;
  return (permission, target) => {
    const need: Need = { permission, target, safe: true };
    return verdictOf(judgeBy(rules, [need], "ordinary", turn.workspace_root)) === "allow";
  };
}

/** Judges by the rules and the mode of this moment (PM-1). Never asks. @throws BraidError `STORE_UNAVAILABLE` */
export async function judged(
  deps: TurnDeps,
  turn: TurnContext,
  needs: readonly Need[],
): Promise<JudgedNeed[]> {
  const rules = await rulesInForce(deps, turn);
  const mode = turn.folder === undefined ? "ordinary" : deps.store.permissionMode(turn.folder);
  return judgeBy(rules, needs, mode, turn.workspace_root);
}

/** Rules are kept under the folder's stored name: a link in its place later must not lose them. */
export const placeOf = ({ claim, folder }: TurnContext) => ({
  session_id: claim.session_id,
  workspace_root: folder,
});
