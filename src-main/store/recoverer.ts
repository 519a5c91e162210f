/**
 * The way back after damage (SV-8): a new database is made beside the one in use and takes its place in one rename, at a moment in which
 * no answer is being written and nothing has been said that it does not hold.
 */
import { join } from "node:path";
import type { Recovery, RecoveryWay } from "../../src-preload/contract/calls/storage";
import { t } from "../core/language/language";
import type { Storage } from "../core/ports/storage";
import { backupFolder, listBackups } from "./backups";
import { codeOf, toStoreError } from "./errors";
import { sizeOf } from "./folder";
import type { Found } from "./jobs/jobs";
import type { RunJob, RunningJob } from "./jobs/run-job";
import { removeTarget } from "./salvage/rebuild";

/** What is remembered of a database that was set aside, until its user has decided. */
export interface SetAside {
  /** The file's name. */
  aside: string;
  /** Epoch milliseconds. */
  at: number;
}

export interface RecovererDeps {
  file: string;
  offer: SetAside | undefined;
  run: RunJob;
  /** How many transactions there have been: the same number twice means that nothing was said between. */
  commits(): number;
  /** Resolves when no answer is being written, at once where none is. */
  whenQuiet(): Promise<void>;
  isQuiet(): boolean;
  /** Resolves when no other thread has the database open. */
  rest(): Promise<void>;
  isResting(): boolean;
  /** Puts the rebuilt file in the place of the one in use. */
  replaceWith(target: string): void;
  /** The offer is settled. */
  forget(): void;
  onChange(recovery: Recovery | undefined): void;
}

export type Recoverer = Pick<Storage, "recovery" | "recover" | "cancelRecovery" | "startEmpty">;

/** Beside the database, on the same disk: a rename is then one step. */
export const targetOf = (file: string): string => `${file}.recovering`;

type State = Recovery["state"];

export function createRecoverer(deps: RecovererDeps): Recoverer {
  const { file } = deps;
  let offer = deps.offer;
  let state: State = { is: "offered" };
  const unsound = new Set<string>();
  let job: Pick<RunningJob<"salvage">, "cancel"> | undefined;
  let ending = new AbortController();

  const recovery = (): Recovery | undefined => offer && described(file, offer, unsound, state);
  const become = (next: State): void => {
    state = next;
    deps.onChange(recovery());
  };
  const rebuild = (how: RecoveryWay, from: string): Promise<Found> => {
    const onProgress = (share: number) => become({ is: "running", how, step: "reading", share });
    const target = targetOf(file);
    const begun =
      how === "backup"
        ? deps.run("restore", { backup: from, target }, onProgress)
        : deps.run("salvage", { damaged: from, target }, onProgress);
    job = begun;
    return begun.result;
  };
  const recover = async (how: RecoveryWay, from: string): Promise<void> => {
    try {
      const found = await rebuild(how, from);
      const tell = (step: Step) => become({ is: "running", how, step, share: 1 });
      const taken = await takePlace(deps, tell, ending.signal);
      become(taken ? { is: "done", report: { how, ...found } } : { is: "offered" });
    } catch (error) {
      if (codeOf(error) === "CANCELLED") become({ is: "offered" });
      else {
        const message = sayFailure(how, error, file);
        if (how === "backup" && codeOf(error) === "SQLITE_CORRUPT") unsound.add(from);
        become({ is: "failed", how, message });
      }
    } finally {
      job = undefined;
      removeTarget(targetOf(file));
    }
  };
  return {
    recovery,
    recover: (how) => {
      const known = recovery();
      if (offer === undefined || known === undefined || state.is === "running") return;
      const from = how === "backup" ? known.backup?.name : offer.aside;
      if (from === undefined) return;
      ending = new AbortController();
      become({ is: "running", how, step: "reading", share: 0 });
      void recover(how, how === "backup" ? join(backupFolder(file), from) : join(file, "..", from));
    },
    cancelRecovery: () => {
      ending.abort();
      job?.cancel();
    },
    startEmpty: () => {
      if (state.is === "running" || offer === undefined) return;
      deps.forget();
      offer = undefined;
      deps.onChange(undefined);
    },
  };
}

type Step = Extract<State, { is: "running" }>["step"];

/** False where it was cancelled before the file had its place. */
async function takePlace(
  deps: RecovererDeps,
  tell: (step: Step) => void,
  ending: AbortSignal,
): Promise<boolean> {
  const target = targetOf(deps.file);
  const aborted = new Promise<void>((resolve) =>
    ending.addEventListener("abort", () => resolve(), { once: true }),
  );
  while (!ending.aborted) {
    tell(deps.isQuiet() ? "joining" : "waiting");
    await Promise.race([deps.whenQuiet(), aborted]);
    if (ending.aborted) return false;
    await deps.rest();
    const before = deps.commits();
    await deps.run("join", { present: deps.file, target }).result;
    // Whatever was said meanwhile is joined, too; from here to the rename nothing can come between.
    if (ending.aborted || !deps.isQuiet() || !deps.isResting() || deps.commits() !== before) continue;
    deps.replaceWith(target);
    return true;
  }
  return false;
}

function described(file: string, { aside, at }: SetAside, unsound: Set<string>, state: State): Recovery {
  const whole = sizeOf(join(file, "..", aside)) > 0;
  const backup = listBackups(file).find(
    ({ name, made_at }) => made_at <= at && !unsound.has(join(backupFolder(file), name)),
  );
  return {
    aside,
    message: t(whole ? "store.damaged.message" : "store.gone.message"),
    hint: t(whole ? "store.damaged.hint" : "store.gone.hint", { aside }),
    can_salvage: whole,
    ...(backup === undefined ? {} : { backup }),
    state,
  };
}

function sayFailure(how: RecoveryWay, error: unknown, file: string): string {
  if (codeOf(error) === "NOTHING_TO_READ") return t("store.recovery.nothing");
  if (how === "backup" && codeOf(error) === "SQLITE_CORRUPT") return t("store.recovery.backup-damaged");
  const { message, hint = "" } = toStoreError(error, file);
  return `${message} ${hint}`.trim();
}
