/**
 * The way back after damage (SV-8). A new database is made beside the one in use and takes its place in one rename. The rename waits until
 * no answer is being written and the new database holds all that was said. A damaged file was set aside at start, or is found in use and
 * set aside when its user asks for that. A file that was taken away is written anew from the connection that is still open.
 */

import { basename, join } from "node:path";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import type { Recovery, RecoveryWay } from "../../../src-preload/contract/domain/storage";
import type { Storage } from "../../core/ports/storage";
import { say } from "../../core/say";
import { codeOf, FileMoved, isMoved, toStoreError } from "../database/errors";
import { isSetAside, sizeOf } from "../database/folder";
import { backupFolder, listBackups } from "../upkeep/backup-list";
import type { Found } from "../upkeep/jobs/jobs";
import type { RunJob, RunningJob } from "../upkeep/jobs/run-job";
import { removeTarget } from "./rebuilt-file";

/** A database that was set aside, remembered until its user has decided. */
export interface SetAside {
  /** The file's name. */
  aside: string;
  /** Epoch milliseconds. */
  at: number;
  /** The file was no database. */
  foreign?: boolean;
}

/** A fault of the database in use. `title` names the session in which it was met. `back`: the file has returned to its place. */
export type Met = { is: "damaged"; title?: string } | { is: "moved" } | { is: "back" };

/** Reads the offer that the database remembers; undefined for any other value. */
export function rememberedOffer(value: unknown): SetAside | undefined {
  const { aside, at, foreign } = (value ?? {}) as Partial<Record<keyof SetAside, unknown>>;
  if (typeof aside !== "string" || typeof at !== "number" || !isSetAside(aside) || basename(aside) !== aside)
    return undefined;
  return { aside, at, ...(foreign === true ? { foreign } : {}) };
}

export interface RecovererDeps {
  file: string;
  offer: SetAside | undefined;
  run: RunJob;
  /** The number of transactions so far: the same number twice means that nothing was written in between. */
  commits(): number;
  /** Resolves when no answer is being written. */
  whenIdle(): Promise<void>;
  isIdle(): boolean;
  /** Resolves when no other thread reads the database, and none writes to it. */
  rest(): Promise<void>;
  isResting(): boolean;
  /** Puts the rebuilt file in the place of the one in use. */
  replaceWith(target: string): void;
  /** Sets the file in use aside and begins an empty one. */
  beginAnew(): SetAside;
  /** Writes all of the database in use to another file, even if its own file is gone. */
  copyTo(target: string): Promise<void>;
  /** True while the file in use is where it was opened. */
  isInPlace(): boolean;
  /** Forgets the remembered offer: it is settled. */
  forget(): void;
  onChange(recovery: Recovery | undefined): void;
}

export interface Recoverer extends Pick<Storage, "recovery" | "recover" | "cancelRecovery" | "startEmpty"> {
  /** Hears of a fault that was met while the app ran, and offers a recovery at once. */
  met(what: Met): void;
}

/** The new file beside the database, on the same disk: a rename is then one step. */
export const targetOf = (file: string): string => `${file}.recovering`;

type State = Recovery["state"];
type Rebuilding = Exclude<RecoveryWay, "put-back">;

export function createRecoverer(deps: RecovererDeps): Recoverer {
  const recovering = new Recovering(deps);
  return {
    recovery: () => recovering.recovery(),
    met: (what) => recovering.meet(what),
    recover: (how) => recovering.begin(how),
    cancelRecovery: () => recovering.cancel(),
    startEmpty: () => recovering.putAway(),
  };
}

class Recovering {
  readonly #deps: RecovererDeps;
  #offer: SetAside | undefined;
  #met: Exclude<Met, { is: "back" }> | undefined;
  /** The user goes on with the damaged file. A restart offers the recovery again. */
  #putOff = false;
  #state: State = { is: "offered" };
  /** Backups that turned out damaged, or of a newer Braid: the next one is offered instead. */
  readonly #unsound = new Set<string>();
  #job: Pick<RunningJob<"salvage">, "cancel"> | undefined;
  #ending = new AbortController();

  constructor(deps: RecovererDeps) {
    this.#deps = deps;
    this.#offer = deps.offer;
  }

  recovery(): Recovery | undefined {
    const { file } = this.#deps;
    if (this.#met !== undefined) return describedInUse(file, this.#met, this.#state);
    return this.#offer && described(file, this.#offer, this.#unsound, this.#state);
  }

  meet(what: Met): void {
    if (this.#state.is === "running") return;
    if (what.is === "damaged" && !this.#deps.isInPlace()) return this.meet({ is: "moved" });
    if (what.is === "back") {
      if (this.#met?.is !== "moved") return;
      this.#met = undefined;
    } else {
      if (!this.#isNews(what)) return;
      this.#met = what;
    }
    this.#become({ is: "offered" });
  }

  /** Work in the background finds damage without the session it lies in. Whoever meets it in a session later says more. */
  #isNews(what: Exclude<Met, { is: "back" }>): boolean {
    if (this.#met?.is === "moved") return false;
    if (what.is === "moved") return true;
    if (this.#met === undefined) return !this.#putOff;
    return this.#state.is === "offered" && this.#met.title === undefined && what.title !== undefined;
  }

  begin(how: RecoveryWay): void {
    if (this.#state.is === "running" || this.recovery()?.ways.includes(how) !== true) return;
    this.#ending = new AbortController();
    this.#become({ is: "running", how, step: "reading", share: 0 });
    void this.#attempt(how);
  }

  cancel(): void {
    this.#ending.abort();
    this.#job?.cancel();
  }

  putAway(): void {
    const known = this.recovery();
    if (this.#state.is === "running" || known === undefined) return;
    if (known.otherwise === "empty") {
      this.#deps.forget();
      this.#offer = undefined;
    } else if (known.otherwise === "later") this.#putOff = true;
    else if (this.#state.is !== "done") return;
    this.#met = undefined;
    this.#become({ is: "offered" });
  }

  #become(next: State): void {
    this.#state = next;
    this.#deps.onChange(this.recovery());
  }

  async #attempt(how: RecoveryWay): Promise<void> {
    const { file } = this.#deps;
    const tell = (step: Step) => this.#become({ is: "running", how, step, share: 1 });
    try {
      const ended =
        how === "put-back" ? putBack(this.#deps, tell, this.#ending.signal) : this.#rebuild(how, tell);
      this.#become(await ended);
    } catch (error) {
      if (isMoved(error)) this.#met = { is: "moved" };
      if (isMoved(error) || codeOf(error) === "CANCELLED") this.#become({ is: "offered" });
      else this.#become({ is: "failed", how, message: sayFailure(how, error, file) });
    } finally {
      this.#job = undefined;
      removeTarget(targetOf(file));
    }
  }

  async #rebuild(how: Rebuilding, tell: (step: Step) => void): Promise<State> {
    const { file } = this.#deps;
    const aside = this.#met === undefined ? this.#offer : await this.#setAsideInUse(tell);
    if (aside === undefined) return { is: "offered" };
    const backup = how === "backup" ? newestSound(file, aside.at, this.#unsound) : undefined;
    const from = backup === undefined ? join(file, "..", aside.aside) : join(backupFolder(file), backup.name);
    try {
      const found = await this.#read(how, from);
      const taken = await takePlace(this.#deps, tell, this.#ending.signal);
      return taken ? { is: "done", report: { how, ...found } } : { is: "offered" };
    } catch (error) {
      if (how === "backup" && isUnusable(error)) this.#unsound.add(from);
      throw error;
    }
  }

  /** Undefined where the user cancelled before. */
  async #setAsideInUse(tell: (step: Step) => void): Promise<SetAside | undefined> {
    if (!(await atRest(this.#deps, tell, this.#ending.signal))) return undefined;
    assertInPlace(this.#deps);
    this.#offer = this.#deps.beginAnew();
    this.#met = undefined;
    return this.#offer;
  }

  #read(how: Rebuilding, from: string): Promise<Found> {
    const { file, run } = this.#deps;
    const onProgress = (share: number) => this.#become({ is: "running", how, step: "reading", share });
    const target = targetOf(file);
    const begun =
      how === "backup"
        ? run("restore", { backup: from, target }, onProgress)
        : run("salvage", { damaged: from, target }, onProgress);
    this.#job = begun;
    return begun.result;
  }
}

/** Writes all that the connection holds of a file that is gone, checks the copy, and puts it in the file's place. */
async function putBack(deps: RecovererDeps, tell: (step: Step) => void, ending: AbortSignal): Promise<State> {
  const target = targetOf(deps.file);
  removeTarget(target);
  if (!(await atRest(deps, tell, ending))) return { is: "offered" };
  tell("reading");
  await deps.copyTo(target);
  const { integrity, sessions, messages } = await deps.run("facts", { file: target }).result;
  if (integrity.join() !== "ok")
    throw Object.assign(new Error(integrity.join("; ")), { code: "SQLITE_CORRUPT" });
  if (ending.aborted) return { is: "offered" };
  deps.replaceWith(target);
  const report = { how: "put-back", sessions, messages, lost_messages: 0, cut_messages: 0 } as const;
  return { is: "done", report };
}

type Step = Extract<State, { is: "running" }>["step"];

/** Waits until no answer is being written and no other thread has the file open. Returns false where the user cancelled. */
async function atRest(
  deps: RecovererDeps,
  tell: (step: Step) => void,
  ending: AbortSignal,
): Promise<boolean> {
  const aborted = new Promise<void>((resolve) =>
    ending.addEventListener("abort", () => resolve(), { once: true }),
  );
  while (!ending.aborted) {
    tell(deps.isIdle() ? "joining" : "waiting");
    await Promise.race([deps.whenIdle(), aborted]);
    await Promise.race([deps.rest(), aborted]);
    if (!ending.aborted && deps.isIdle() && deps.isResting()) return true;
  }
  return false;
}

/**
 * Refuses where the file in use is gone: another file in its place must not be read, and the only connection to the old one must stay open.
 * @throws FileMoved
 */
function assertInPlace(deps: RecovererDeps): void {
  if (!deps.isInPlace()) throw new FileMoved();
}

/** Returns false where the user cancelled before the file had its place. */
async function takePlace(
  deps: RecovererDeps,
  tell: (step: Step) => void,
  ending: AbortSignal,
): Promise<boolean> {
  const target = targetOf(deps.file);
  while (await atRest(deps, tell, ending)) {
    const before = deps.commits();
    assertInPlace(deps);
    await deps.run("join", { present: deps.file, target }).result;
    // Joins again if anything was stored meanwhile. Nothing can come between this check and the rename.
    if (ending.aborted || !deps.isIdle() || !deps.isResting() || deps.commits() !== before) continue;
    assertInPlace(deps);
    deps.replaceWith(target);
    return true;
  }
  return false;
}

function described(file: string, offer: SetAside, unsound: Set<string>, state: State): Recovery {
  const { aside, at, foreign } = offer;
  const whole = sizeOf(join(file, "..", aside)) > 0;
  const backup = newestSound(file, at, unsound);
  const why = foreign === true ? "foreign" : whole ? "damaged" : "gone";
  return {
    aside,
    message: say(`store.${why}.message`),
    hint: say(`store.${why}.hint`, { aside }),
    ways: [...(backup === undefined ? [] : ["backup" as const]), ...(whole ? ["salvage" as const] : [])],
    ...(backup === undefined ? {} : { backup }),
    otherwise: "empty",
    state,
  };
}

/** Describes damage of the database in use, which has not been set aside yet. */
function describedInUse(file: string, met: Exclude<Met, { is: "back" }>, state: State): Recovery {
  if (met.is === "moved") {
    const [message, hint] = [say("store.moved.message", { file }), say("store.moved.hint")];
    return { message, hint, ways: ["put-back"], state };
  }
  const [backup] = listBackups(file);
  const { title } = met;
  const message = say("store.damaged-here.message");
  return {
    message: title === undefined ? message : say("store.damaged-here.message-in", { title }),
    hint: say("store.damaged-here.hint"),
    ways: [...(backup === undefined ? [] : ["backup" as const]), "salvage"],
    ...(backup === undefined ? {} : { backup }),
    otherwise: "later",
    state,
  };
}

const newestSound = (file: string, at: number, unsound: Set<string>) =>
  listBackups(file).find(
    ({ name, made_at }) => made_at <= at && !unsound.has(join(backupFolder(file), name)),
  );

const isUnusable = (error: unknown): boolean => ["SQLITE_CORRUPT", "NEWER_BACKUP"].includes(codeOf(error));

function sayFailure(how: RecoveryWay, error: unknown, file: string): Sentence {
  if (codeOf(error) === "NOTHING_TO_READ") return say("store.recovery.nothing");
  if (how === "backup" && codeOf(error) === "SQLITE_CORRUPT") return say("store.recovery.backup-damaged");
  if (how === "backup" && codeOf(error) === "NEWER_BACKUP") return { key: "backups:refused.newer.message" };
  const { message, hint = "" } = toStoreError(error, file).info;
  return say("store.recovery.failed", { message, hint });
}
