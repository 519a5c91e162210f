/** Judges what a call of a turn is about to do by the rules that hold there: its session's, those above a helper, its folder's (PM-1, PM-3). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  JudgedNeed,
  Need,
  PermissionMode,
  PermissionRule,
} from "../../../src-preload/contract/domain/permissions";
import { judge, verdictOf } from "../permissions/rules";
import { rulesOfFile } from "../permissions/rules-file";
import type { ToolCallContext } from "../ports/tools";
import { realFolder } from "./real-folder";
import type { TurnContext, TurnDeps } from "./turn-context";

type RuleDeps = Pick<TurnDeps, "store">;

/** The place of a turn, or of one that is to go on. */
type Where = Pick<TurnContext, "folder" | "workspace_root"> & { claim: { session_id: SessionId } };

/** Rules that decide together, and for a helper the parts of them that each session of its chain has by itself. */
interface RulesInForce {
  all: PermissionRule[];
  /** Empty outside helpers. */
  by_session: PermissionRule[][];
}

/** Reads them anew for each call: a helper that runs knows at once what its user allows, or forbids, above it. */
async function rulesInForce(deps: RuleDeps, turn: Where): Promise<RulesInForce> {
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

/**
 * Judges by the rules and the mode of this moment, whatever verdicts the needs had before (PM-1). Never asks.
 * @throws BraidError `STORE_UNAVAILABLE`
 */
export async function judged(
  deps: RuleDeps,
  where: Where,
  needs: readonly (Need | JudgedNeed)[],
): Promise<JudgedNeed[]> {
  const rules = await rulesInForce(deps, where);
  const mode = where.folder === undefined ? "ordinary" : deps.store.permissionMode(where.folder);
  return judgeBy(rules, needs.map(unjudged), mode, where.workspace_root);
}

const unjudged = ({ rule: _rule, verdict: _verdict, ...need }: Need & Partial<JudgedNeed>): Need => need;

/**
 * True where the rules have come to allow or to deny what a question asks whose turn waits for a restart to be answered (LY-6).
 * @throws BraidError `STORE_UNAVAILABLE`
 */
export async function isDecided(
  deps: RuleDeps,
  { session_id, folder }: { session_id: SessionId; folder: string | undefined },
  needs: readonly JudgedNeed[],
): Promise<boolean> {
  const where = { claim: { session_id }, folder, workspace_root: await realFolder(folder) };
  return verdictOf(await judged(deps, where, needs)) !== "ask";
}

/** Rules are kept under the folder's stored name: a link in its place later must not lose them. */
export const placeOf = ({ claim, folder }: Where) => ({
  session_id: claim.session_id,
  workspace_root: folder,
});
