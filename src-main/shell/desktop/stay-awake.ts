/** Keeps the computer awake while an answer is written: sleep would cut its connection. The screen may still turn off. */
import type { PowerSaveBlocker } from "electron";
import type { AppEvent } from "../../../src-preload/contract/window/bridge";
import { RunningSessions } from "./running";

export class StayAwake {
  readonly #running = new RunningSessions(() => undefined);
  /** The system's number for the request; undefined while the computer may sleep. */
  #held: number | undefined;
  #isOver = false;

  /** @param wanted the setting as it is now */
  constructor(
    private readonly blocker: Pick<PowerSaveBlocker, "start" | "stop">,
    private readonly wanted: () => boolean,
  ) {}

  /** Hears the news of all sessions, private ones too. */
  take(event: AppEvent): void {
    this.#running.take(event);
    if (event.type === "status-changed" || event.type === "settings-changed") this.#follow();
  }

  /** Releases the computer for good: the app quits. */
  end(): void {
    this.#isOver = true;
    this.#follow();
  }

  #follow(): void {
    const hold = !this.#isOver && !this.#running.isIdle && this.wanted();
    if (hold) this.#held ??= this.blocker.start("prevent-app-suspension");
    else if (this.#held !== undefined) {
      this.blocker.stop(this.#held);
      this.#held = undefined;
    }
  }
}
