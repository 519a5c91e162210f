/** Opens the store: puts the database's verbs, its reading thread and its upkeep behind the port. */

import { dirname, join } from "node:path";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { Recovery, StoreNotice } from "../../src-preload/contract/domain/storage";
import type { Backups } from "../core/ports/backups";
import type { BlobStore } from "../core/ports/blob-store";
import { type Clock, systemClock } from "../core/ports/clock";
import type { Exchange } from "../core/ports/exchange";
import type { Storage } from "../core/ports/storage";
import type { Store } from "../core/ports/store";
import type { ExchangeDeps } from "./exchange/exchange";
import { handMade } from "./hand-made";
import { createReader, type Reader } from "./reader/reader";
import { READING_NAMES, type Reading } from "./reader/reading-names";
import { createLive, type Live } from "./recovery/live";
import { type OpenOptions, openRecoverably } from "./recovery/open";
import { RECOVERY, RESTORED, restoredNotice } from "./recovery/rebuilt-file";
import { createRecoverer, rememberedOffer } from "./recovery/recoverer";
import { lateSearch } from "./search/late-search";
import { createJobRunner } from "./upkeep/jobs/run-job";
import { createMaintenance, type Maintenance } from "./upkeep/maintenance";
import { createStorage, type StorageDeps } from "./upkeep/storage";
import { sessionOf, through, type Verbs } from "./verbs";

export interface StoreOptions {
  /** The path of the database. Its folder belongs to Braid alone and is made private (DB-14). */
  file: string;
  clock?: Clock;
  /** Hears of failures beside the verbs, for the log. */
  onBackgroundError?: (error: unknown) => void;
  /** The built `worker.ts`; by default the one beside the built app. */
  worker_file?: URL;
  /** The built `reader-worker.ts`; by default the one beside the built app. */
  reader_file?: URL;
  /** The built `jobs/worker.ts`; by default the one beside the built app. */
  job_file?: URL;
  /** The built `search/worker.ts`; by default the one beside the built app. */
  search_file?: URL;
  /** Hears how far the index of the search is: the share of the messages that it has, undefined once it has all. */
  onIndexing?: (share: number | undefined) => void;
  /** The questions and news of a recovery (SV-8) to the users of the store. */
  recovery?: RecoveryHooks;
}

export interface RecoveryHooks {
  /** True while no answer is being written. */
  isIdle(): boolean;
  whenIdle(): Promise<void>;
  onChange(recovery: Recovery | undefined): void;
  /** The store holds other chats than before. */
  onReplaced(): void;
}

const NOBODY: RecoveryHooks = {
  isIdle: () => true,
  whenIdle: () => Promise.resolve(),
  onChange: () => undefined,
  onReplaced: () => undefined,
};

export interface OpenedStore {
  store: Store;
  /** Notices of what happened to the files at the opening (SV-8). */
  notices: StoreNotice[];
  storage: Storage;
  /** Loaded when they are first asked for. */
  backups(): Promise<Backups>;
  /** Loaded by the first export or import. */
  exchange(): Promise<Exchange>;
  /** The caller closes this first, then the store. */
  maintenance: Pick<Maintenance, "close">;
}

/** The store's threads, beside the built app. */
const thread = (name: string): URL => new URL(`./store-${name}.js`, import.meta.url);

/**
 * Opens or makes the database.
 * @throws BraidError `STORE_TOO_NEW` (nothing was touched), `STORE_UNAVAILABLE`
 */
export function openStore(options: StoreOptions): OpenedStore {
  const { file, clock = systemClock, onBackgroundError = () => undefined } = options;
  const maintenance = createMaintenance({
    file,
    worker_file: options.worker_file ?? thread("worker"),
    onBackgroundError,
    onDamage: () => live.foundDamaged(),
    identity: () => live.identity(),
    checkpointHere: () => live.checkpoint(),
  });
  const search = lateSearch({
    file,
    worker_file: options.search_file ?? thread("search"),
    identity: () => live.identity(),
    onBackgroundError,
    onDamage: () => live.foundDamaged(),
    onBuilding: options.onIndexing ?? (() => undefined),
    failure: (error) => live.failureOutside(error),
  });
  const onCommit = () => void [maintenance.wrote(), search.wrote()];
  const settings: OpenOptions = { file, clock, onBackgroundError, onCommit, onOpened: search.opened };
  const { connection, notices } = openRecoverably(settings);
  const live = createLive(settings, connection, (met) => recoverer.met(met));
  const reader = createReader(file, live.identity, options.reader_file ?? thread("reader"));
  const jobs = createJobRunner(options.job_file ?? thread("job"));
  const hooks = options.recovery ?? NOBODY;
  const onReplaced = () => {
    search.replaced();
    hooks.onReplaced();
  };
  const recoverer = createRecoverer({
    ...hooks,
    commits: maintenance.commits,
    ...othersOf(reader, maintenance, search, jobs),
    file,
    offer: rememberedOffer(live.verbs.appState(RECOVERY)),
    run: jobs.run,
    replaceWith: (target) => {
      live.replaceWith(target);
      onReplaced();
    },
    beginAnew: () => {
      const offer = live.beginAnew();
      onReplaced();
      return offer;
    },
    copyTo: live.copyTo,
    isInPlace: live.isInPlace,
    forget: () => live.verbs.setAppState(RECOVERY, undefined),
  });
  const shared = { file, clock, live, run: jobs.run };
  const upkeep = { hold: maintenance.hold, onKept: maintenance.settled };
  const { plan, ...storages } = withBackups({ ...shared, ...upkeep, recoverer, onBackgroundError });
  const close = async (): Promise<void> => {
    plan.close();
    await Promise.all([jobs.close(), reader.close(), search.close(), maintenance.close()]);
  };
  const store: Store = {
    ...live.verbs,
    ...withUpkeep(live.verbs, maintenance),
    ...{ ...readThrough(reader, live), search: search.search },
    ...handMade(live.verbs),
    ...blobsBeside(file, live.verbs),
    close: () => void [close(), live.close()],
  };
  const exchange = lateExchange({ ...shared, recoverer, onImported: search.compare });
  notices.push(...takeRestored(live.verbs));
  return { ...{ store, notices, exchange }, ...storages, maintenance: { close } };
}

/** The threads beside main that may have the database open. */
const othersOf = (reader: Reader, ...others: Pick<Maintenance, "rest" | "isResting">[]) => ({
  rest: async () => void (await Promise.all([reader.close(), ...others.map((one) => one.rest())])),
  isResting: () => !reader.isOpen() && others.every((one) => one.isResting()),
});

/** Most runs of the app export and import nothing. */
const lateExchange = (deps: ExchangeDeps) => async (): Promise<Exchange> =>
  (await import("./exchange/exchange")).createExchange(deps);

/** The storage, and the backups, whose code no start waits for. */
function withBackups(deps: Omit<StorageDeps, "backups">) {
  let library: Promise<Backups> | undefined;
  const backups = (): Promise<Backups> => {
    library ??= import("./upkeep/library/library").then((code) => code.createLibrary(deps));
    return library;
  };
  return { ...createStorage({ ...deps, backups }), backups };
}

/** Tells once that a backup was restored at the last end of the app. */
function takeRestored(verbs: Verbs): StoreNotice[] {
  const restored = verbs.appState(RESTORED);
  if (restored === undefined) return [];
  verbs.setAppState(RESTORED, undefined);
  return [restoredNotice(restored)];
}

/** Questions to the reading thread fail as main's verbs do: the user hears of damage, and gets the offer of a recovery. */
function readThrough(reader: Reader, live: Live): Reading {
  return through<Reading>(READING_NAMES, async (ask, args) => {
    try {
      return await reader.ask({ ask, args });
    } catch (error) {
      throw live.failureOutside(error, sessionOf(args));
    }
  });
}

/** The files of messages. The first that is asked for loads the code: no start waits for it. */
function blobsBeside(file: string, rows: Verbs): BlobStore {
  let loaded: Promise<BlobStore> | undefined;
  const load = async () => {
    const [{ blobStore }, { otherLibraries }] = await Promise.all([
      import("./transcript/blobs"),
      import("./upkeep/library/other-libraries"),
    ]);
    return blobStore(join(dirname(file), "blobs"), rows, () => otherLibraries(file));
  };
  const blobs = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    blob: rows.blob,
    putBlob: async (...args) => (await blobs()).putBlob(...args),
    readBlob: async (...args) => (await blobs()).readBlob(...args),
    sweepBlobs: async (...args) => (await blobs()).sweepBlobs(...args),
  };
}

/** The verbs whose meaning upkeep has to know, beyond the fact of a commit. */
function withUpkeep(
  verbs: Verbs,
  maintenance: Maintenance,
): Pick<Store, "endTurn" | "beginCopy" | "finishCopy" | "removeSome"> {
  const bulkWrites = new Map<SessionId, () => void>();
  const over = (id: SessionId): void => {
    bulkWrites.get(id)?.();
    bulkWrites.delete(id);
  };
  return {
    endTurn: (end) => {
      verbs.endTurn(end);
      maintenance.settled();
    },
    // A copy is many commits close together, until it is whole or removed.
    beginCopy: (copy) => {
      verbs.beginCopy(copy);
      bulkWrites.set(copy.id, maintenance.bulkWrite());
    },
    finishCopy: (copy) => {
      verbs.finishCopy(copy);
      over(copy.id);
    },
    removeSome: (session_id, most) => {
      const gone = verbs.removeSome(session_id, most);
      if (gone) over(session_id);
      return gone;
    },
  };
}
