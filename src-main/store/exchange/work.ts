/** The link of a long work to whoever waits for it. */
export interface WorkContext {
  isCancelled(): boolean;
  onProgress(share: number): void;
}
