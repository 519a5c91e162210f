/** Commands that run on after the call that has started them (AG-1). */

export interface BackgroundRun {
  /** Short, and unique while Braid runs. */
  id: string;
  /** As the model has written it. */
  command: string;
  /** Milliseconds since 1970. */
  started_at: number;
}
