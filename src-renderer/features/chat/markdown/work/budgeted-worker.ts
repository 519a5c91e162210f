/**
 * Runs work that must not block the window: a queue before one worker, which does one job at a time. The worker gets a few jobs ahead, so
 * that it need not wait for a busy page. A job over its budget of time is ended together with its worker, and the other jobs go to a new
 * one. The time counts from the moment the worker begins the job, so a long queue or a slow start costs nothing. The time counts only while
 * this thread runs, so a machine that sleeps or is busy costs nothing either.
 */

/** One end of a worker, as far as this file needs it. */
export interface WorkerPort {
  post(message: unknown): void;
  /** Ends the worker, whatever it does. */
  end(): void;
}

export interface WorkerEvents {
  /** The worker has sent a message. */
  heard(message: unknown): void;
  /** The worker could not be started, or died. */
  failed(): void;
}

/** A message of a worker. `begun`: everything that the job needs is loaded, and its time counts from now on. */
export type WorkerNews<Result> =
  | { type: "begun"; id: number }
  | { type: "done"; id: number; result: Result }
  /** The job threw, because its input cannot be done. */
  | { type: "refused"; id: number };

export interface WorkerJob<Input> {
  id: number;
  input: Input;
}

export type Outcome<Result> =
  | { type: "done"; result: Result }
  /** The job took too long, or threw. */
  | { type: "over" }
  /** No worker could be started, so nothing is known of the job. */
  | { type: "failed" };

/** The time of a job is counted in steps of this many milliseconds. Only steps that take place count. */
const STEP_MS = 100;
/** The most steps before a job begins, for loading the worker's script or a grammar. */
const STEPS_TO_BEGIN = 300;
/** The most jobs that the worker holds: the one under way and the next ones. */
const MOST_AHEAD = 8;
/** After this many failed starts in a row, the worker is started again only when a job is asked for. */
const MOST_FAILURES = 2;

interface Waiting<Input, Result> {
  id: number;
  input: Input;
  /** Counted in steps of time. */
  budget: number;
  tell: ((outcome: Outcome<Result>) => void) | undefined;
}

export interface Ask<Input, Result> {
  input: Input;
  /** The milliseconds of the worker's time. */
  budget: number;
  /** True if the job goes before all that wait. */
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
  /** The jobs that the worker holds. The first is under way. */
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

  /** Asks for one job; `tell` is called once, later. Returns a function that gives the job up. */
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

  /** Starts the time of the first job. */
  #watch(): void {
    this.#stopClock?.();
    this.#stopClock = undefined;
    this.#begun = false;
    this.#steps = 0;
    if (this.#handed.length > 0) this.#stopClock = this.#clock.every(STEP_MS, () => this.#step());
  }

  #startOne(): WorkerPort {
    // Messages of a worker that was ended may still arrive, and are ignored.
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

  /** Handles the death of a worker. The job under way may have killed it and is not tried again; the others are. */
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
