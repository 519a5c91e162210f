/** The link of a long work to whoever waits for it. */
export interface WorkContext {
  isCancelled(): boolean;
  onProgress(share: number): void;
}

/** The link of a work that reads so much at once that nobody should wait for its end. */
export interface CheckContext extends WorkContext {
  /**
   * Runs what only reads, for long. Nothing can stop it, and a job that is cancelled meanwhile is not waited for: its thread ends
   * after it. The caller asks `isCancelled` before it writes anything.
   */
  unstoppable<T>(read: () => T): T;
}
