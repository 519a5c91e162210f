/** The worker's side of `BudgetedWorker`: does one job after the other, and reports when each begins and how it ends. */
import type { WorkerJob, WorkerNews } from "./budgeted-worker";

export interface Work<Input, Result> {
  /** Fetches everything that the job needs. Its time does not count. */
  prepare?: (input: Input) => Promise<unknown> | undefined;
  /** Throws if the job cannot be done within its bounds. */
  work: (input: Input) => Result;
}

/** Does one job; never throws. */
export async function serveOne<Input, Result>(
  { prepare, work }: Work<Input, Result>,
  { id, input }: WorkerJob<Input>,
  say: (news: WorkerNews<Result>) => void,
): Promise<void> {
  try {
    await prepare?.(input);
    say({ type: "begun", id });
    say({ type: "done", id, result: work(input) });
  } catch {
    say({ type: "refused", id });
  }
}

/** Serves the page that made this worker, in the order of its requests. */
export function serve<Input, Result>(work: Work<Input, Result>): void {
  const page = globalThis as unknown as {
    onmessage: (event: { data: WorkerJob<Input> }) => void;
    postMessage(message: WorkerNews<Result>): void;
  };
  let last = Promise.resolve();
  page.onmessage = ({ data }) => {
    last = last.then(() => serveOne(work, data, (news) => page.postMessage(news)));
  };
}
