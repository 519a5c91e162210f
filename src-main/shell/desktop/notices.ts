/**
 * Notifies a user who looks elsewhere: a long answer has ended, a question waits. Once until the user answers, and never about an answer
 * that its user stopped or sees. Pure: the caller brings the facts and the means to show a notice.
 */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { FinishReason } from "../../../src-preload/contract/domain/messages";
import type { SessionStatus } from "../../../src-preload/contract/domain/sessions";
import type { AppEvent } from "../../../src-preload/contract/window/bridge";
import { t } from "../../language/language";

/** A user has probably waited for an answer that was faster than this. */
const LONG_MS = 10_000;
const MAX_TITLE = 80;
const MAX_WORDS = 140;

export interface Notice {
  session_id: SessionId;
  title: string;
  body: string;
}

/** A session's newest answer. */
export interface Answer {
  /** The title of the session. */
  title: string;
  /** All its text, as Markdown. */
  text: string;
  finish_reason?: FinishReason;
}

export interface NoticeWorld {
  settings(): { notifications: boolean; notification_content: boolean };
  /** Returns true where the window with the focus shows the session's end. */
  isSeen(session_id: SessionId): boolean;
  /** The session that this one works for now as a helper (AG-2); undefined for any other session, and where its user goes on with it alone. */
  worksFor(session_id: SessionId): SessionId | undefined;
  /** Undefined where the session is gone, or cannot be read now. */
  answerOf(session_id: SessionId): Answer | undefined;
  now(): number;
  show(notice: Notice): void;
}

/** The text on one line, without characters that move or hide others, no longer than `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    // Some systems read markup in a notification.
    .replace(/</g, "‹")
    .replace(/>/g, "›")
    .trim();
  const letters = [...line];
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** The first line with words in it, without the marks of Markdown around it. */
export function firstWords(markdown: string): string {
  const lines = markdown
    .split("\n")
    .map((line) => line.replace(/^[\s>#*+\-|`~=_]+/, "").replace(/[*_`|]+/g, ""));
  return oneLine(lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "", MAX_WORDS);
}

/** A turn since its beginning, or since nothing waits for its user any more. */
interface Turn {
  /** Epoch ms. */
  began: number;
  told: boolean;
  /** True while a question waits for the user. */
  waits: boolean;
  /** The session that this one works for. */
  asker: SessionId | undefined;
}

export class Notices {
  readonly #turns = new Map<SessionId, Turn>();

  constructor(private readonly world: NoticeWorld) {}

  take(event: AppEvent): void {
    if (event.type !== "status-changed") return;
    const { session_id, status } = event;
    if (status.state === "busy" || status.state === "retrying") this.#begin(session_id, status);
    else if (status.state === "waiting") this.#ask(session_id);
    else this.#end(session_id, status);
  }

  #begin(session_id: SessionId, status: SessionStatus): void {
    const turn = this.#turns.get(session_id);
    if (turn === undefined) this.#note(session_id, status.started_at ?? this.world.now());
    // Nothing waits for the user any more, who may look elsewhere again.
    else if (turn.waits) this.#note(session_id, this.world.now());
  }

  #note(session_id: SessionId, began: number): Turn {
    const turn = { began, told: false, waits: false, asker: this.world.worksFor(session_id) };
    this.#turns.set(session_id, turn);
    return turn;
  }

  #ask(session_id: SessionId): void {
    const turn = this.#turns.get(session_id) ?? this.#note(session_id, this.world.now());
    turn.waits = true;
    if (turn.told || this.#waitsWithHelper(session_id) || !this.#mayTell(session_id)) return;
    turn.told = true;
    this.#tell(session_id, () => t("shell:notice.waiting"));
  }

  #end(session_id: SessionId, { state }: SessionStatus): void {
    const turn = this.#turns.get(session_id);
    // A helper ends within the turn that asked it, and that turn tells of its own end.
    const isHelp = this.#askersOf(session_id).length > 0;
    this.#turns.delete(session_id);
    if (turn === undefined || turn.told || this.world.now() - turn.began < LONG_MS) return;
    if (isHelp || !this.#mayTell(session_id)) return;
    const failed = state === "error";
    this.#tell(session_id, ({ text, finish_reason }) => {
      // The user stopped the answer, or the app did at its end: nobody waits for it.
      if (finish_reason === "aborted" || (!failed && finish_reason === "interrupted")) return undefined;
      if (failed) return t("shell:notice.failed");
      const words = this.world.settings().notification_content ? firstWords(text) : "";
      return words || t("shell:notice.ended");
    });
  }

  /** Where its asker is seen, its user sees that a helper waits. */
  #mayTell(session_id: SessionId): boolean {
    const { world } = this;
    const shown = [session_id, ...this.#askersOf(session_id)];
    return world.settings().notifications && !shown.some((id) => world.isSeen(id));
  }

  /** The sessions with a turn under way for which the turn of this one works, the nearest first. */
  #askersOf(session_id: SessionId): SessionId[] {
    const asker = this.#turns.get(session_id)?.asker;
    if (asker === undefined || !this.#turns.has(asker)) return [];
    return [asker, ...this.#askersOf(asker)];
  }

  /** A helper waits, has told of that itself, and its asker waits with it. The helper's status changes first. */
  #waitsWithHelper(session_id: SessionId): boolean {
    return [...this.#turns].some(([id, { waits }]) => waits && this.#askersOf(id).includes(session_id));
  }

  #tell(session_id: SessionId, bodyOf: (answer: Answer) => string | undefined): void {
    const answer = this.world.answerOf(session_id);
    const body = answer && bodyOf(answer);
    if (answer === undefined || body === undefined) return;
    this.world.show({ session_id, title: oneLine(answer.title, MAX_TITLE), body });
  }
}
