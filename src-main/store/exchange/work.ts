/** The link of a long work to whoever waits for it. */
export interface WorkContext {
  isCancelled(): boolean;
  onProgress(share: number): void;
}

/** The link of a work that checks a whole backup. */
export interface CheckContext extends WorkContext {
  /**
   * Runs one long statement that only reads. Nothing can stop it, and a job that is cancelled meanwhile is not waited for: its thread ends
   * after it. The caller asks `isCancelled` before it writes anything.
   */
  unstoppable<T>(read: () => T): T;
}
