/**
 * Work that may not hold the window: a queue before one worker, which does one job at a time. It is handed a few jobs ahead, so that it
 * need not wait for a page that is busy. A job that is over its budget of time is ended together with the worker, and the others go to a new
 * one. The time counts from when the worker begins the job, so neither a long
 * queue nor a slow start is over budget; and only while this thread runs, so a machine that sleeps or is busy is not either.
 */

/** One end of a worker, as far as this needs it. */
export interface WorkerPort {
  post(message: unknown): void;
  /** Ends it, whatever it does. */
  end(): void;
}

export interface WorkerEvents {
  /** The worker has sent a message. */
  heard(message: unknown): void;
  /** The worker could not be started, or died. */
  failed(): void;
}

/** A message of a worker. `begun`: all that the job needs is loaded, and its time counts from now on. */
export type WorkerNews<Result> =
  | { type: "begun"; id: number }
  | { type: "done"; id: number; result: Result }
  /** The job threw: its input cannot be done. */
  | { type: "refused"; id: number };

export interface WorkerJob<Input> {
  id: number;
  input: Input;
}

export type Outcome<Result> =
  | { type: "done"; result: Result }
  /** The job took too long, or threw. */
  | { type: "over" }
  /** There is no worker: nothing is known of the job. */
  | { type: "failed" };

/** A job is watched in steps of this many milliseconds, of which only those count that take place. */
const STEP_MS = 100;
/** Steps for what comes before a job begins: loading the worker's script, or a grammar. */
const STEPS_TO_BEGIN = 300;
/** Jobs in the worker's hands: the one it is at, and those it may go on with. */
const MOST_AHEAD = 8;
/** Starts that failed one after the other; then it is not tried again before a job is asked for. */
const MOST_FAILURES = 2;

interface Waiting<Input, Result> {
  id: number;
  input: Input;
  /** Steps of time. */
  budget: number;
  tell: ((outcome: Outcome<Result>) => void) | undefined;
}

export interface Ask<Input, Result> {
  input: Input;
  /** Milliseconds of the worker's time. */
  budget: number;
  /** The job comes before all that wait. */
  first?: boolean;
  tell: (outcome: Outcome<Result>) => void;
}

interface Clock {
  every(ms: number, step: () => void): () => void;
}

const realClock: Clock = {
  every(ms, step) {
    const timer = setInterval(step, ms);
    return () => clearInterval(timer);
  },
};

export class BudgetedWorker<Input, Result> {
  readonly #start: (events: WorkerEvents) => WorkerPort;
  readonly #clock: Clock;
  #queue: Waiting<Input, Result>[] = [];
  /** In the worker's hands; the first is the one it is at. */
  #handed: Waiting<Input, Result>[] = [];
  #port: WorkerPort | undefined;
  #stopClock: (() => void) | undefined;
  #begun = false;
  #steps = 0;
  #failures = 0;
  #ids = 0;

  constructor(start: (events: WorkerEvents) => WorkerPort, clock: Clock = realClock) {
    this.#start = start;
    this.#clock = clock;
  }

  /** Asks for one job; `tell` is called once, later. What is returned says that nobody waits for it any more. */
  ask({ input, budget, first = false, tell }: Ask<Input, Result>): () => void {
    this.#ids += 1;
    const job: Waiting<Input, Result> = { id: this.#ids, input, budget: Math.ceil(budget / STEP_MS), tell };
    if (first) this.#queue.unshift(job);
    else this.#queue.push(job);
    this.#next();
    return () => {
      job.tell = undefined;
      this.#queue = this.#queue.filter((other) => other !== job);
    };
  }

  #next(): void {
    try {
      while (this.#handed.length < MOST_AHEAD) {
        const job = this.#queue.shift();
        if (job === undefined) break;
        this.#handed.push(job);
        if (this.#handed.length === 1) this.#watch();
        this.#port ??= this.#startOne();
        this.#port.post({ id: job.id, input: job.input } satisfies WorkerJob<Input>);
      }
    } catch {
      this.#fail();
    }
  }

  /** From here on the time of the first of the jobs runs. */
  #watch(): void {
    this.#stopClock?.();
    this.#stopClock = undefined;
    this.#begun = false;
    this.#steps = 0;
    if (this.#handed.length > 0) this.#stopClock = this.#clock.every(STEP_MS, () => this.#step());
  }

  #startOne(): WorkerPort {
    // A worker that has been ended may still have something to say.
    let port: WorkerPort | undefined;
    const isCurrent = () => port === undefined || port === this.#port;
    port = this.#start({
      heard: (message) => isCurrent() && this.#hear(message as WorkerNews<Result>),
      failed: () => isCurrent() && this.#fail(),
    });
    return port;
  }

  #hear(news: WorkerNews<Result>): void {
    if (news.id !== this.#handed[0]?.id) return;
    this.#failures = 0;
    if (news.type === "begun") {
      this.#begun = true;
      this.#steps = 0;
      return;
    }
    this.#settle(news.type === "done" ? { type: "done", result: news.result } : { type: "over" });
  }

  #step(): void {
    this.#steps += 1;
    if (this.#begun && this.#steps > (this.#handed[0]?.budget ?? 0)) {
      this.#end();
      this.#settle({ type: "over" });
    } else if (!this.#begun && this.#steps > STEPS_TO_BEGIN) this.#fail();
  }

  /** A worker that died had a job in its hands that may have killed it: that one is not tried again, the others are. */
  #fail(): void {
    const outcome: Outcome<Result> = this.#begun ? { type: "over" } : { type: "failed" };
    this.#end();
    this.#failures += 1;
    const lost = this.#failures >= MOST_FAILURES ? this.#queue.splice(0) : [];
    this.#settle(outcome);
    for (const { tell } of lost) tell?.({ type: "failed" });
  }

  /** Ends the worker. Its other jobs wait again, before all others. */
  #end(): void {
    this.#port?.end();
    this.#port = undefined;
    const [first, ...others] = this.#handed;
    this.#handed = first === undefined ? [] : [first];
    this.#queue.unshift(...others.filter(({ tell }) => tell !== undefined));
  }

  #settle(outcome: Outcome<Result>): void {
    const tell = this.#handed.shift()?.tell;
    this.#watch();
    this.#next();
    tell?.(outcome);
  }
}
