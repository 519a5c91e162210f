/** Takes answers to open questions (PM-2), lists and takes back rules (PM-1), and shows the ledger. */

import type {
  Decision,
  PermissionMode,
  PermissionRule,
  PermissionsInForce,
} from "../../../src-preload/contract/domain/permissions";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { OpenQuestions, Reply } from "../permissions/open-questions";
import type { Clock } from "../ports/clock";
import type { PermissionStore } from "../ports/permission-store";
import { say } from "../say";
import type { SessionNews } from "./news";
import type { Turns } from "./turns";

interface PermissionsDeps {
  store: PermissionStore;
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
  ) {}

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

  /** A turn that runs judges its next call without the rule. */
  remove({
    session_id,
    rule,
  }: SessionRef & { rule: Pick<PermissionRule, "permission" | "pattern" | "action" | "source"> }): void {
    const { workspace_root } = this.news.read(session_id).session;
    this.deps.store.removeRule({ session_id, workspace_root }, rule);
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
