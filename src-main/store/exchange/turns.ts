/** Keeps two windows from bringing in the same thing twice: such works follow each other, and the same wish is one work. */
import type { ExchangeWork } from "../../core/ports/exchange";
import { JobError } from "../upkeep/jobs/run-job";

const cancelled = () => new JobError("cancelled", "CANCELLED");

/** The end of somebody's waiting, while the work goes on or has not begun. */
function leaving(): { left: Promise<never>; leave: () => void } {
  let leave: () => void = () => undefined;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(cancelled());
  });
  return { left, leave };
}

type InTurn = <T>(key: string, start: () => ExchangeWork<T>) => ExchangeWork<T>;

/** Returns the function that starts a work when the ones before it, of the same key, have ended. Each sees what those have brought in. */
export function createTurns(): InTurn {
  const newest = new Map<string, Promise<unknown>>();
  return <T>(key: string, start: () => ExchangeWork<T>): ExchangeWork<T> => {
    const { left, leave } = leaving();
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
        if (work === undefined) leave();
        else work.cancel();
      },
    };
  };
}

type Told = (share: number) => void;

interface Shared<T> {
  work: ExchangeWork<T>;
  tell: Set<Told>;
}

type Share<T> = (
  key: string,
  onProgress: Told,
  start: (onProgress: Told) => ExchangeWork<T>,
) => ExchangeWork<T>;

/** Returns the function that joins a work of the same key that is under way, or starts one. The work ends early when all have cancelled it. */
export function createSharing<T>(): Share<T> {
  const underWay = new Map<string, Shared<T>>();
  const begun = (key: string, start: (onProgress: Told) => ExchangeWork<T>): Shared<T> => {
    const tell = new Set<Told>();
    const work = start((share) => {
      for (const one of tell) one(share);
    });
    const shared = { work, tell };
    underWay.set(key, shared);
    const forget = () => {
      if (underWay.get(key) === shared) underWay.delete(key);
    };
    work.result.then(forget, forget);
    return shared;
  };
  return (key, onProgress, start) => {
    const { work, tell } = underWay.get(key) ?? begun(key, start);
    // The same function may wait twice.
    const own: Told = (share) => onProgress(share);
    const { left, leave } = leaving();
    tell.add(own);
    return {
      result: Promise.race([work.result, left]),
      cancel: () => {
        if (!tell.delete(own)) return;
        if (tell.size > 0) return leave();
        // Whoever comes now begins anew: this one is ending.
        underWay.delete(key);
        work.cancel();
      },
    };
  };
}
