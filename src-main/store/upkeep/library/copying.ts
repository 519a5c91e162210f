/** Runs the job that copies backups to the second folder (SV-8). One job at a time: two would write the same files. */
import { log } from "../../../core/log";
import { codeOf } from "../../database/errors";
import type { RunJob } from "../jobs/run-job";
import { remembered } from "./elsewhere";

export interface Copying {
  underWay(): boolean;
  /** Resolves when nothing is being copied. */
  ended(): Promise<void>;
  /** Stops the job and what was asked for after it. Resolves at its end. */
  cancel(): Promise<void>;
  /** Copies all that is missing now. Resolves when that is done. A failure is noted for the page of the backups. */
  begin(): Promise<void>;
}

export function createCopying(file: string, run: RunJob): Copying {
  let current: Promise<void> | undefined;
  let cancelJob: () => void = () => undefined;
  /** A job reads the list of backups at its beginning. One that was made since needs another job. */
  let again = false;
  const copy = async (): Promise<void> => {
    const { result, cancel } = run("copy-backups", { file });
    cancelJob = cancel;
    await result.catch((error: unknown) => {
      if (codeOf(error) !== "CANCELLED") log.warn("A backup was not copied elsewhere:", error);
    });
  };
  const copyAll = async (): Promise<void> => {
    do {
      again = false;
      await copy();
    } while (again);
    current = undefined;
  };
  return {
    underWay: () => current !== undefined,
    ended: async () => await current,
    cancel: async () => {
      again = false;
      cancelJob();
      await current;
    },
    begin: async () => {
      if (current !== undefined) again = true;
      else if (remembered(file) !== undefined) current = copyAll();
      await current;
    },
  };
}
