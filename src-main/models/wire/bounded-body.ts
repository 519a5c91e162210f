/**
 * Counts the body of an answer: the one place that handles bytes of providers. A gate decides what its reader gets, and where the body
 * ends. Bytes count after decompression, and no more of them are fetched than are read.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { createBreathing } from "../../core/time-slice";
import type { Patience } from "./answer-end";

export interface Gate {
  /** Takes bytes in, and returns those that may pass, earlier ones included. */
  take(bytes: Uint8Array): Uint8Array;
  /** Returns the bytes still held back, after the last one. @throws an error where the body must not end like this. */
  end(): Uint8Array;
  /** Set once something must not pass: the body fails with it, after the bytes that passed. */
  readonly wrong: Error | undefined;
  /** Set once the body may end: it ends so much later, whatever its server does, unless another takes its place. */
  readonly patience: Patience | undefined;
}

const NOTHING = new Uint8Array();
/**
 * Bytes handed on at once. The reader parses each event as soon as it has it, and one piece from the network may complete several. Each
 * bite gets a turn of the process to itself, so that no turn pays for more than one of them.
 */
const BITE = 8 * 1024;

/**
 * Lets a body through a gate of its own. At its end, for whatever reason, the connection is closed, or free for the next request.
 * @param onBytes is called for each piece from the network, whether the gate lets it pass or not.
 */
export function throughGate(
  body: ReadableStream<Uint8Array>,
  gate: Gate,
  onBytes: () => void = () => {},
): ReadableStream<Uint8Array> {
  const source = body.getReader();
  const breathe = createBreathing();
  let over = false;
  /** Bytes of the last piece that the gate has not seen yet. */
  let rest: Uint8Array = NOTHING;
  let timer: NodeJS.Timeout | undefined;
  const leave = (reason?: unknown) => {
    over = true;
    rest = NOTHING;
    clearTimeout(timer);
    return source.cancel(reason).catch(() => {});
  };
  const pass = (bytes: Uint8Array, to: ReadableStreamDefaultController<Uint8Array>) => {
    if (bytes.byteLength > 0) to.enqueue(bytes);
    return bytes.byteLength > 0;
  };
  const close = (to: ReadableStreamDefaultController<Uint8Array>) => {
    if (over) return;
    const last = rest;
    void leave();
    pass(gate.take(last), to);
    pass(gate.end(), to);
    to.close();
  };
  let patience: Patience | undefined;
  const waitFor = ({ ms }: Patience, to: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    patience = gate.patience;
    timer = setTimeout(() => close(to), ms);
  };

  /** Resolves to true once something passed, or the body is over. */
  async function step(to: ReadableStreamDefaultController<Uint8Array>): Promise<boolean> {
    if (rest.byteLength === 0) {
      const { done, value = NOTHING } = await source.read().catch((error: unknown) => {
        void leave();
        throw error;
      });
      if (over) return true;
      if (done) {
        close(to);
        return true;
      }
      onBytes();
      rest = value;
    }
    const bite = rest.subarray(0, BITE);
    rest = rest.subarray(BITE);
    const passed = pass(gate.take(bite), to);
    if (gate.patience?.ms === 0) close(to);
    else if (gate.patience !== undefined && gate.patience !== patience) waitFor(gate.patience, to);
    return passed || over;
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(to) {
        await nextTurn();
        for (let passed = over; !passed; ) {
          if (gate.wrong !== undefined) {
            void leave();
            // A stream that fails drops what still waits in its readers: the passed bytes must arrive first.
            await nextTurn();
            throw gate.wrong;
          }
          await breathe();
          passed = await step(to);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
