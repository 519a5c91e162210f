/**
 * Keeps two windows from bringing in the same thing twice, and from making two backups at once: such works follow each other, and the later
 * one finds what is there by then.
 */
import type { ExchangeWork } from "../../core/ports/exchange";
import { JobError } from "../upkeep/jobs/run-job";

const cancelled = () => new JobError("cancelled", "CANCELLED");

type InTurn = <T>(key: string, start: () => ExchangeWork<T>) => ExchangeWork<T>;

/** Returns the function that starts a work when the ones before it, of the same key, have ended. Each sees what those have brought in. */
export function createTurns(): InTurn {
  const newest = new Map<string, Promise<unknown>>();
  return <T>(key: string, start: () => ExchangeWork<T>): ExchangeWork<T> => {
    let leave: (reason: Error) => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = reject;
    });
    let work: ExchangeWork<T> | undefined;
    let isLeft = false;
    const begin = async (): Promise<T> => {
      if (isLeft) throw cancelled();
      work = start();
      return await work.result;
    };
    const turn = (newest.get(key) ?? Promise.resolve()).then(begin, begin);
    newest.set(key, turn);
    const forget = () => {
      if (newest.get(key) === turn) newest.delete(key);
    };
    turn.then(forget, forget);
    return {
      result: Promise.race([turn, left]),
      cancel: () => {
        isLeft = true;
        if (work === undefined) leave(cancelled());
        else work.cancel();
      },
    };
  };
}
