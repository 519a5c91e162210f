/**
 * The one number of a session (TK-3): what would fill the window of a model now. Counts anew where a session's number has become one of
 * another time, outside any claim: nobody waits for it, and the old number stands marked until then.
 */

import type { ContextBreakdown } from "../../../src-preload/contract/domain/context";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ContextRequest, Words } from "../../../src-preload/contract/domain/requests";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { Counting, CountingDeps } from "../run/count-context";
import { countContext, countDraft } from "../run/later";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { checkedAttachments, filePart } from "./attachments";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";

type Deps = CountingDeps & Pick<TurnDeps, "state">;

type DraftToMeasure = Pick<ContextRequest, "model"> & Pick<Words, "text" | "attachments">;

/** Counts that are kept. One is a few hundred bytes. */
const KEPT = 32;

const OVERTAKEN = new BraidError("RUN_ABORTED", say("context.overtaken"));

interface Recount {
  controller: AbortController;
  done: Promise<void>;
}

export class ContextArea {
  /** By session, state and model; the one that was asked for last stands last. */
  private readonly known = new Map<string, ContextBreakdown>();
  private readonly readers = new Map<string, AbortController>();
  private readonly recounts = new Map<SessionId, Recount>();
  private closed = false;

  constructor(
    private readonly deps: Deps,
    private readonly news: Pick<SessionNews, "read" | "announce">,
  ) {}

  /**
   * Counts the tokens that fill the window of `model` before anything new is said. A reader's next question overtakes its last one.
   * @throws BraidError `SESSION_NOT_FOUND`, `MODEL_NOT_FOUND`, `PROVIDER_AUTH`; `RUN_ABORTED` where it was overtaken
   */
  async read(request: ContextRequest, reader: string): Promise<ContextBreakdown> {
    return await this.asked(`window ${reader}`, (signal) => this.count(request, signal));
  }

  /**
   * The tokens that a draft takes with this model, its files as the model will read them. @throws BraidError `RUN_ABORTED` where it was
   * overtaken, `INVALID_INPUT` where a file is not kept any more; for files `MODEL_NOT_FOUND`, `PROVIDER_AUTH`
   */
  async measure({ model, text, attachments }: DraftToMeasure, reader: string): Promise<number> {
    const files = checkedAttachments(this.deps.store, attachments).map(filePart);
    return await this.asked(`text ${reader}`, (signal) =>
      countDraft(this.deps, model, [...files, { type: "text", text }], signal),
    );
  }

  /** Counts a session anew whose number is an estimate. Never throws. A turn that begins meanwhile measures for itself. */
  recount(session_id: SessionId): void {
    this.drop(session_id);
    if (this.closed || this.deps.state.isRunning(session_id)) return;
    const controller = new AbortController();
    const done = this.countAnew(session_id, controller.signal)
      // The number that stands stays, with its mark: a model that is gone, or a disk that is full, tells so where it is used.
      .catch(() => {})
      .finally(() => {
        if (this.recounts.get(session_id)?.controller === controller) this.recounts.delete(session_id);
      });
    this.recounts.set(session_id, { controller, done });
  }

  /** Leaves the number as it stands. */
  drop(session_id: SessionId): void {
    this.recounts.get(session_id)?.controller.abort(OVERTAKEN);
  }

  /** Resolves when nothing is counted any more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const controller of this.readers.values()) controller.abort(OVERTAKEN);
    const recounts = [...this.recounts.values()];
    for (const { controller } of recounts) controller.abort(OVERTAKEN);
    await Promise.all(recounts.map(({ done }) => done));
  }

  private async asked<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.readers.get(name)?.abort(OVERTAKEN);
    const controller = new AbortController();
    this.readers.set(name, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.readers.get(name) === controller) this.readers.delete(name);
    }
  }

  private async countAnew(session_id: SessionId, signal: AbortSignal): Promise<void> {
    const { store, models, state } = this.deps;
    const { session, billing } = this.news.read(session_id);
    if (!billing.context_estimated) return;
    const model = modelOfTurn(models, session, undefined);
    const { tokens, estimated } = await this.count({ session_id, model }, signal);
    signal.throwIfAborted();
    const as_of = session.updated_at;
    if (state.isRunning(session_id)) return;
    if (store.setContext({ session_id, tokens, estimated, as_of })) this.news.announce(session_id);
  }

  private async count(
    { session_id, model, workspace_root }: ContextRequest,
    signal: AbortSignal,
  ): Promise<ContextBreakdown> {
    const view = session_id === null ? undefined : this.news.read(session_id);
    const counting: Counting = {
      session_id,
      model,
      workspace_root: view === undefined ? workspace_root : view.session.workspace_root,
    };
    const key = JSON.stringify([counting, view && stateOf(view)]);
    const known = this.known.get(key);
    const isSettled = session_id === null || !this.deps.state.isRunning(session_id);
    const counted = (isSettled && known) || (await countContext(this.deps, counting, signal));
    if (isSettled) this.keep(key, counted);
    return counted;
  }

  private keep(key: string, counted: ContextBreakdown): void {
    this.known.delete(key);
    this.known.set(key, counted);
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT && oldest !== undefined) this.known.delete(oldest);
  }
}

/** Changes with everything that changes a prompt. */
const stateOf = ({ session, billing }: SessionView) => [
  session.updated_at,
  session.agent,
  billing.total_tokens,
  billing.context_tokens,
];
