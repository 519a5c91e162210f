/** Takes answers to open questions (PM-2), lists and takes back rules (PM-1), and shows the ledger. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import {
  type Decision,
  isPermission,
  type PermissionMode,
  type PermissionRule,
  type PermissionsInForce,
} from "../../../src-preload/contract/domain/permissions";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { OpenQuestions, Reply } from "../permissions/open-questions";
import type { Clock } from "../ports/clock";
import type { Store } from "../ports/store";
import type { RunState } from "../run/run-state";
import { say } from "../say";
import { isOpenQuestion } from "../transcript/closing";
import type { SessionNews } from "./news";
import type { Turns } from "./turns";

interface PermissionsDeps {
  store: Store;
  state: Pick<RunState, "leftWaiting">;
  clock: Clock;
  questions: OpenQuestions;
}

interface Asked extends SessionRef {
  approval_id: string;
}

const LEDGER_ENTRIES = 50;

export class Permissions {
  constructor(
    private readonly deps: PermissionsDeps,
    private readonly news: Pick<SessionNews, "read">,
    private readonly turns: Pick<Turns, "resumeWaiting">,
  ) {
    deps.questions.onRulesChanged((folder) => {
      // Where a question cannot be judged, it waits on for its user.
      for (const session_id of deps.state.leftWaiting()) this.goOn(session_id, folder).catch(() => undefined);
    });
  }

  /**
   * LY-6: no turn waits after a restart that could judge. Where the rules have come to decide a question, its turn goes on, and judges;
   * but only where its user would see what it does, and pays for.
   */
  private async goOn(session_id: SessionId, folder: string | undefined): Promise<void> {
    const { store } = this.deps;
    const { session } = store.session(session_id) ?? {};
    if (session?.workspace_root !== folder || !this.isInSight(session_id)) return;
    const { isDecided } = await import("../run/rules-in-force");
    const parts = store.unsettledMessages(session_id).flatMap((message) => message.parts);
    for (const { part } of parts)
      if (
        isOpenQuestion(part) &&
        isPermission(part) &&
        (await isDecided(this.deps, { session_id, folder }, part.data.needs))
      )
        return void this.turns.resumeWaiting(session_id, part.id);
  }

  /** False in the archive and the trash, and for helpers: the call that asked for one's work has ended with the restart. */
  private isInSight(session_id: SessionId): boolean {
    const { store } = this.deps;
    const { session } = store.session(session_id) ?? {};
    if (session === undefined || session.archived_at !== undefined || session.part_of !== undefined)
      return false;
    // A sidecar has no place in them of its own: it goes with the session beside which it stands.
    const beside = store.sidecarOf(session_id);
    return beside === undefined || this.isInSight(beside.main_id);
  }

  /** PM-2. @throws BraidError `INVALID_INPUT` where nothing waits for this answer any more */
  reply(input: Asked & { decision: Decision; patterns?: readonly string[]; word?: string }): void {
    const { decision, patterns, word } = input;
    this.take(input, { kind: "permission", decision, patterns, word });
  }

  /** @throws BraidError `INVALID_INPUT` where nothing waits for this answer any more */
  answer(input: Asked & { answers: string[][] | null }): void {
    this.take(input, { kind: "question", answers: input.answers });
  }

  private take({ session_id, approval_id }: Asked, reply: Reply): void {
    this.news.read(session_id);
    if (this.deps.questions.answer(session_id, approval_id, reply)) return;
    // After a restart no turn waits: the answer makes the turn go on (LY-6).
    if (this.turns.resumeWaiting(session_id, approval_id, reply)) return;
    throw new BraidError("INVALID_INPUT", say("session.no-question"));
  }

  inForce({ session_id }: SessionRef): PermissionsInForce {
    const { store } = this.deps;
    const { workspace_root } = this.news.read(session_id).session;
    return {
      ...(workspace_root === undefined ? {} : { workspace_root }),
      mode: workspace_root === undefined ? "ordinary" : store.permissionMode(workspace_root),
      rules: store.listedRules({ session_id, workspace_root }),
      ledger: store.ledger(session_id, LEDGER_ENTRIES),
    };
  }

  /** Calls are judged without the rule from now on, and open questions again: what it allowed in them is asked. */
  remove({
    session_id,
    rule,
  }: SessionRef & { rule: Pick<PermissionRule, "permission" | "pattern" | "action" | "source"> }): void {
    const { workspace_root } = this.news.read(session_id).session;
    this.deps.store.removeRule({ session_id, workspace_root }, rule);
    this.deps.questions.rulesChanged(workspace_root);
  }

  setMode({ workspace_root, mode }: { workspace_root: string; mode: PermissionMode }): void {
    this.deps.store.setPermissionMode(workspace_root, mode, this.deps.clock.now());
    this.deps.questions.rulesChanged(workspace_root);
  }

  recentFolders(): string[] {
    return this.deps.store.recentFolders(RECENT_FOLDERS);
  }
}

const RECENT_FOLDERS = 12;
