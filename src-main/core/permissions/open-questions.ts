/** The questions to which running turns wait for an answer: of tools for a permission, and of models to their user (PM-2). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Decision, JudgedNeed } from "../../../src-preload/contract/domain/permissions";

export interface PermissionReply {
  kind: "permission";
  decision: Decision;
  /** One for each need that was asked, in their order; absent: what the question offered. */
  patterns?: readonly string[] | undefined;
  /** A word to the model. */
  word?: string | undefined;
}

export interface QuestionReply {
  kind: "question";
  answers: string[][] | null;
}

/** The rules have come to allow or to deny what was asked, or have more of it asked. No window can send this. */
export interface RulesReply {
  kind: "rules";
  /** As the rules judge them now. */
  needs: JudgedNeed[];
  /** How often the folder's rules had changed when they judged them. */
  changes: number;
}

export type Reply = PermissionReply | QuestionReply | RulesReply;

/** A folder under its stored name; undefined for sessions without one. */
type Folder = string | undefined;

export class OpenQuestions {
  private readonly waiting = new Map<string, (reply: Reply) => void>();
  /**
   * The open questions of turns that go on after a restart (LY-6), each with the answer that came before its call waits for it: a hook may
   * be asked about the call first, for as long as it takes.
   */
  private readonly expected = new Map<string, Reply | undefined>();
  private readonly changes = new Map<Folder, number>();
  private readonly listeners = new Set<(folder: Folder) => void>();

  /** Resolves with the answer. Rejects with the signal's reason. */
  wait(session_id: SessionId, approval_id: string, signal: AbortSignal): Promise<Reply> {
    const key = keyOf(session_id, approval_id);
    const early = this.expected.get(key);
    this.expected.delete(key);
    if (early !== undefined) return Promise.resolve(early);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.waiting.delete(key);
        reject(signal.reason);
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      this.waiting.set(key, (reply) => {
        signal.removeEventListener("abort", onAbort);
        this.waiting.delete(key);
        resolve(reply);
      });
    });
  }

  /** Returns false where no turn waits for it, or will wait for it. */
  answer(session_id: SessionId, approval_id: string, reply: Reply): boolean {
    const key = keyOf(session_id, approval_id);
    const take = this.waiting.get(key);
    take?.(reply);
    if (take !== undefined) return true;
    // The first answer counts.
    if (!this.expected.has(key) || this.expected.get(key) !== undefined) return false;
    this.expected.set(key, reply);
    return true;
  }

  /** The rules or the mode of a folder's sessions are others now: each of its open questions is judged again. */
  rulesChanged(folder: Folder): void {
    this.changes.set(folder, this.changesIn(folder) + 1);
    for (const listener of [...this.listeners]) listener(folder);
  }

  /** How often the rules of this folder's sessions have changed since the start. */
  changesIn(folder: Folder): number {
    return this.changes.get(folder) ?? 0;
  }

  /** Returns what ends the calls. */
  onRulesChanged(listener: (folder: Folder) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Takes answers to these questions from now on: a turn is about to go on with them. Returns what ends that. */
  expect(session_id: SessionId, approval_ids: readonly string[]): () => void {
    const keys = approval_ids.map((id) => keyOf(session_id, id));
    for (const key of keys) this.expected.set(key, undefined);
    return () => {
      for (const key of keys) this.expected.delete(key);
    };
  }
}

const keyOf = (session_id: SessionId, approval_id: string) => `${session_id} ${approval_id}`;
