/** The questions to which running turns wait for an answer: of tools for a permission, and of models to their user (PM-2). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Decision } from "../../../src-preload/contract/domain/permissions";

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

export type Reply = PermissionReply | QuestionReply;

export class OpenQuestions {
  private readonly waiting = new Map<string, (reply: Reply) => void>();
  /**
   * The open questions of turns that go on after a restart (LY-6), each with the answer that came before its call waits for it: a hook may
   * be asked about the call first, for as long as it takes.
   */
  private readonly expected = new Map<string, Reply | undefined>();

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
