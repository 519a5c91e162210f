/** Tells how far a helper has come (AG-2): at most four times a second, and at a cost that does not grow with what it has said. */

import type { FeedEvent } from "../../../src-preload/contract/domain/feed";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { HelperProgress, ToolResult } from "../../../src-preload/contract/domain/tools";

const PAUSE_MS = 250;

export class ProgressOfHelper {
  readonly #progress: HelperProgress;
  #timer: NodeJS.Timeout | undefined;
  #changed = false;

  constructor(
    private readonly session_id: SessionId,
    agent: string,
    private readonly report: (result: ToolResult) => void,
  ) {
    this.#progress = { agent, steps: 0 };
    this.#tell();
  }

  get steps(): number {
    return this.#progress.steps;
  }

  /** Takes an event of the helper's feed. */
  take(event: FeedEvent): void {
    if (event.type !== "chunks") return;
    for (const chunk of event.chunks) {
      if (chunk.type === "start-step") this.#progress.steps += 1;
      else if (chunk.type === "tool-input-start" || chunk.type === "tool-input-available")
        this.#progress.tool = chunk.toolName;
      else continue;
      this.#changed = true;
    }
    if (this.#changed) this.#tellSoon();
  }

  /** Told at once: somebody has to do something. */
  setWaiting(waiting: boolean): void {
    if (waiting) this.#progress.waiting = true;
    else delete this.#progress.waiting;
    this.#tell();
  }

  /** Nothing is told any more. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #tellSoon(): void {
    if (this.#timer === undefined) this.#tell();
  }

  #tell(): void {
    this.#changed = false;
    const helper = { ...this.#progress };
    this.report({ text: inWords(helper), session_id: this.session_id, helper });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#changed) this.#tell();
    }, PAUSE_MS);
  }
}

/** A call that was cut off, as a model reads it. */
function inWords({ steps, tool, waiting }: HelperProgress): string {
  if (steps === 0) return "The helper begins.";
  const doing = waiting ? "waits for the user" : tool;
  return `The helper is at step ${steps}${doing === undefined ? "" : `: ${doing}`}.`;
}
