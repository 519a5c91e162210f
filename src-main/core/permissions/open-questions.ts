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
  /** Answers that came before the turn that goes on with them waits (LY-6). */
  private readonly early = new Map<string, Reply>();

  /** Resolves with the answer. Rejects with the signal's reason. */
  wait(session_id: SessionId, approval_id: string, signal: AbortSignal): Promise<Reply> {
    const key = keyOf(session_id, approval_id);
    const early = this.early.get(key);
    this.early.delete(key);
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

  /** Returns false where no turn waits for it. */
  answer(session_id: SessionId, approval_id: string, reply: Reply): boolean {
    const take = this.waiting.get(keyOf(session_id, approval_id));
    take?.(reply);
    return take !== undefined;
  }

  /** Keeps an answer for the turn that is about to ask again. */
  keep(session_id: SessionId, approval_id: string, reply: Reply): void {
    this.early.set(keyOf(session_id, approval_id), reply);
  }
}

const keyOf = (session_id: SessionId, approval_id: string) => `${session_id} ${approval_id}`;
