/**
 * Titles (SE-4): asks the title agent once, after the first exchange (of a branch: its own), beside everything else. No turn waits for a title, only the log hears
 * of a failure, and no title replaces one that the user has written.
 */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidMessage, FinishReason } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Exchange } from "../context/title-prompt";
import { inEnglish } from "../english";
import type { Clock } from "../ports/clock";
import type { Models } from "../ports/models";
import type { SessionStore, TitleBasis } from "../ports/session-store";
import type { Agent } from "../run/agent";
import type { Failure } from "../run/failure";
import { firstNames } from "./title-text";

export interface TitlesDeps {
  store: Pick<SessionStore, "titleBasis" | "decideTitle" | "accountCall">;
  models: Pick<Models, "side_models" | "note_refusal" | "resolve">;
  clock: Clock;
  agent: Pick<Agent, "name" | "manifest">;
  /** The title of a session is decided, perhaps to stay as it is, and the calls for it are accounted. */
  onDecided(session_id: SessionId): void;
  /** Takes one sentence for the log, without words of the session. */
  onFailure(sentence: string): void;
}

/** For both attempts. */
const LIMIT_MS = 20_000;
const ATTEMPTS = 2;
const PAUSE_MS = 1000;

/** The reasons to abort a call. */
const NOT_NEEDED = new Error("The title is not needed any more.");
const TOO_LATE = new Error(`no title within ${LIMIT_MS / 1000} s`);

interface Making {
  controller: AbortController;
  done: Promise<void>;
  /** A turn has ended meanwhile. Its question may have taken the place of the one that this title is asked for. */
  again: boolean;
}

export class Titles {
  private readonly making = new Map<SessionId, Making>();
  private closed = false;

  constructor(private readonly deps: TitlesDeps) {}

  /** After a turn: asks for a title where the session has an exchange and nothing has been decided. Never throws. */
  consider(session_id: SessionId): void {
    if (this.closed) return;
    const under_way = this.making.get(session_id);
    if (under_way !== undefined) {
      under_way.again = true;
      return;
    }
    const controller = new AbortController();
    const done = this.decide(session_id, controller)
      .catch(async (error: unknown) => {
        if (!controller.signal.aborted) await this.report(error);
      })
      .finally(() => {
        const again = this.making.get(session_id)?.again;
        this.making.delete(session_id);
        if (again) this.consider(session_id);
      });
    this.making.set(session_id, { controller, done, again: false });
  }

  /** Gives up a title: the user has named the session, or the app closes. */
  drop(session_id: SessionId): void {
    this.making.get(session_id)?.controller.abort(NOT_NEEDED);
  }

  /** Resolves when no call for a title touches the store any more. A session without a decided title asks again after a later turn. */
  async close(): Promise<void> {
    this.closed = true;
    for (const session_id of this.making.keys()) this.drop(session_id);
    await Promise.all([...this.making.values()].map(({ done }) => done));
  }

  private async decide(session_id: SessionId, controller: AbortController): Promise<void> {
    const { store, onDecided } = this.deps;
    const basis = store.titleBasis(session_id);
    const exchange = basis && exchangeOf(basis);
    if (basis === undefined || exchange === undefined) return;
    const limit = setTimeout(() => controller.abort(TOO_LATE), LIMIT_MS);
    try {
      const title = await this.ask(session_id, exchange, controller.signal);
      if (controller.signal.reason === NOT_NEEDED) return;
      if (store.decideTitle(session_id, basis, title)) onDecided(session_id);
    } finally {
      clearTimeout(limit);
    }
  }

  /** Tries twice; undefined where no attempt brought a title. */
  private async ask(
    session_id: SessionId,
    { model, ...exchange }: TitledExchange,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    for (let attempt = 1; attempt <= ATTEMPTS && !signal.aborted; attempt++) {
      try {
        const title = await this.askModel(session_id, model, exchange, signal);
        if (title !== undefined) return title;
        this.deps.onFailure("The model sent no title.");
      } catch (error) {
        if (signal.reason === NOT_NEEDED) return undefined;
        const { transient, retry_after_ms = 0 } = await this.report(error);
        if (!transient || attempt === ATTEMPTS) return undefined;
        await pause(Math.max(retry_after_ms, PAUSE_MS), signal);
      }
    }
    return undefined;
  }

  private async askModel(
    session_id: SessionId,
    beside: ModelRef,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { store, models, clock, agent } = this.deps;
    const { askForTitle } = await import("./said-title");
    return await askForTitle(models, beside, agent.manifest, exchange, {
      signal,
      account: (cost) => store.accountCall({ session_id, agent: agent.name, ...cost, now: clock.now() }),
    });
  }

  /** No start waits for the words of failures: the first one loads them. */
  private async report(error: unknown): Promise<Failure> {
    const { classifyFailure } = await import("../run/failure");
    const failure = classifyFailure(error, this.deps.clock.now());
    this.deps.onFailure(inEnglish(error === TOO_LATE ? TOO_LATE.message : failure.info.message));
    return failure;
  }
}

interface TitledExchange extends Exchange {
  /** The model that answered. */
  model: ModelRef;
}

/** The ends of whole turns. A stopped or failed turn asks for no title. */
const WHOLE: readonly (FinishReason | undefined)[] = ["stop", "length", "tool-limit", "token-budget"];

/**
 * Undefined where there is no exchange yet, or where the title is no longer the first words, or the first file's name: then somebody gave
 * it. A question without words is asked about by the names of its files.
 */
function exchangeOf({ title, messages }: TitleBasis): TitledExchange | undefined {
  const asked = messages.find(({ role }) => role === "user");
  const answered = messages.find(
    ({ role, metadata, parts }) =>
      role === "assistant" && WHOLE.includes(metadata.finish_reason) && textOf({ parts }) !== "",
  );
  const model = answered?.metadata.model;
  if (asked === undefined || answered === undefined || model === undefined) return undefined;
  const text = textOf(asked);
  const { attachments = [] } = asked.metadata;
  if (title !== firstNames({ text, attachments })) return undefined;
  const question = text || attachments.map(({ filename }) => filename).join("\n");
  return { question, answer: textOf(answered), model };
}

/** Resolves early where the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

const textOf = ({ parts }: Pick<BraidMessage, "parts">): string =>
  parts
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n")
    .trim();
