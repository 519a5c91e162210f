/** The store: opens the database, puts its verbs behind the port, and says in one place what their failures mean (SV-7). */

import Database from "better-sqlite3";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { Recovery, StoreNotice } from "../../src-preload/contract/domain/storage";
import type { BraidError } from "../core/braid-error";
import { type Clock, systemClock } from "../core/ports/clock";
import type { QueueStore } from "../core/ports/queue-store";
import type { Storage } from "../core/ports/storage";
import type { Store } from "../core/ports/store";
import { FileMoved, wantsReopening } from "./database/errors";
import { makeRoom, replaceDatabase } from "./database/folder";
import { createReader, type Reader } from "./reader/reader";
import {
  type OpenOptions,
  open,
  openRecoverably,
  replaceByEmpty,
  type StoreConnection,
} from "./recovery/open";
import { createRecoverer, type Met, rememberedOffer, type SetAside } from "./recovery/recoverer";
import { RECOVERY } from "./recovery/salvage/join-present";
import { createTelling } from "./recovery/telling";
import { draftVerbs } from "./sessions/drafts";
import { familyVerbs } from "./sessions/families";
import { queueVerbs } from "./sessions/queue";
import { removalVerbs } from "./sessions/removals";
import { sessionListVerbs } from "./sessions/session-list";
import { sessionVerbs } from "./sessions/sessions";
import { trashedVerbs } from "./sessions/trashed";
import { copyVerbs } from "./transcript/copies";
import { createFrameWriter } from "./transcript/frames";
import { historyVerbs } from "./transcript/history";
import { messageVerbs } from "./transcript/messages";
import { besidesVerbs } from "./transcript/side-records";
import { timelineVerbs } from "./transcript/timeline";
import { turnVerbs } from "./transcript/turns";
import { undoVerbs } from "./transcript/undo";
import { copyConnection } from "./upkeep/backups";
import { createJobRunner } from "./upkeep/jobs/run-job";
import { createMaintenance, type Maintenance } from "./upkeep/maintenance";
import { createStorage } from "./upkeep/storage";

export interface StoreOptions {
  /** Its folder belongs to Braid alone and is made private (DB-14). */
  file: string;
  clock?: Clock;
  /** Hears of what failed beside the verbs, for the log. */
  onBackgroundError?: (error: unknown) => void;
  /** The built `worker.ts`; by default the one beside the built app. */
  worker_file?: URL;
  /** The built `reader-worker.ts`; by default the one beside the built app. */
  reader_file?: URL;
  /** The built `jobs/worker.ts`; by default the one beside the built app. */
  job_file?: URL;
  /** What a recovery has to know of those who use the store, and to tell them (SV-8). */
  recovery?: RecoveryHooks;
}

export interface RecoveryHooks {
  /** Whether no answer is being written, and when. */
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
  /** What happened to the files before the window opened (SV-8). */
  notices: StoreNotice[];
  storage: Storage;
  /** Close it first, then the store. */
  maintenance: Pick<Maintenance, "close">;
}

/** What is answered in main, at once. */
type Verbs = Omit<Store, "close" | "find" | "transcriptText" | "usage" | "sharedBeginning">;

/**
 * Opens or makes the database.
 * @throws BraidError `STORE_TOO_NEW` (nothing was touched), `STORE_UNAVAILABLE`
 */
export function openStore(options: StoreOptions): OpenedStore {
  const { file, clock = systemClock, onBackgroundError = () => undefined } = options;
  const maintenance = createMaintenance({
    file,
    worker_file: options.worker_file ?? new URL("./store-worker.js", import.meta.url),
    onBackgroundError,
    onDamage: () => live.foundDamaged(),
    identity: () => live.identity(),
    checkpointHere: () => live.checkpoint(),
  });
  const settings: OpenOptions = { file, clock, onBackgroundError, onCommit: maintenance.wrote };
  const { connection, notices } = openRecoverably(settings);
  const live = createLive(settings, connection, (met) => recoverer.met(met));
  const { reader, verbs: reading } = openReader(
    file,
    live,
    options.reader_file ?? new URL("./store-reader.js", import.meta.url),
  );
  const jobs = createJobRunner(options.job_file ?? new URL("./store-job.js", import.meta.url));
  const hooks = options.recovery ?? NOBODY;
  const recoverer = createRecoverer({
    ...hooks,
    commits: maintenance.commits,
    rest: async () => void (await Promise.all([reader.close(), maintenance.rest()])),
    isResting: () => !reader.isOpen() && maintenance.isResting(),
    file,
    offer: rememberedOffer(live.call((verbs) => verbs.appState(RECOVERY))),
    run: jobs.run,
    replaceWith: (target) => {
      live.replaceWith(target);
      hooks.onReplaced();
    },
    beginAnew: () => {
      const offer = live.beginAnew();
      hooks.onReplaced();
      return offer;
    },
    copyTo: live.copyTo,
    isInPlace: live.isInPlace,
    forget: () => live.call((verbs) => verbs.setAppState(RECOVERY, undefined)),
  });
  const { hold } = maintenance;
  const { storage, plan } = createStorage({ file, clock, run: jobs.run, recoverer, hold, live });
  const close = async (): Promise<void> => {
    plan.close();
    await Promise.all([jobs.close(), reader.close(), maintenance.close()]);
  };
  const store: Store = {
    ...eachThrough(live.call),
    endTurn: (end) => {
      live.call((verbs) => verbs.endTurn(end), end.frame.session_id);
      maintenance.settled();
    },
    ...copying(live.call, maintenance),
    ...reading,
    close: () => {
      void close();
      live.close();
    },
  };
  return { store, notices, storage, maintenance: { close } };
}

/** Questions to the reading thread fail as verbs of main do: the user is told of damage, and offered what helps. */
function openReader(
  file: string,
  live: Live,
  worker_file: URL,
): { reader: Reader; verbs: Pick<Store, "find" | "transcriptText" | "usage" | "sharedBeginning"> } {
  const reader = createReader(file, live.identity, worker_file);
  const told = async <T>(session_id: SessionId | undefined, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw live.failureOutside(error, session_id);
    }
  };
  const verbs = {
    find: (query: Parameters<Store["find"]>[0]) => told(query.session_id, reader.find(query)),
    transcriptText: (query: Parameters<Store["transcriptText"]>[0]) =>
      told(query.session_id, reader.transcriptText(query)),
    usage: (session_id: SessionId) => told(session_id, reader.usage(session_id)),
    // The damage may lie in either of the two sessions.
    sharedBeginning: (a: SessionId, b: SessionId) => told(undefined, reader.sharedBeginning(a, b)),
  };
  return { reader, verbs };
}

/** From its beginning until it is whole, or gone, a copy is many commits close together. */
function copying(
  call: Live["call"],
  maintenance: Maintenance,
): Pick<Store, "beginCopy" | "finishCopy" | "removeSome"> {
  const lulls = new Map<SessionId, () => void>();
  const over = (id: SessionId): void => {
    lulls.get(id)?.();
    lulls.delete(id);
  };
  return {
    beginCopy: (copy) => {
      call((verbs) => verbs.beginCopy(copy));
      lulls.set(copy.id, maintenance.lull());
    },
    finishCopy: (copy) => {
      call((verbs) => verbs.finishCopy(copy));
      over(copy.id);
    },
    removeSome: (session_id, most) => {
      const gone = call((verbs) => verbs.removeSome(session_id, most));
      if (gone) over(session_id);
      return gone;
    },
  };
}

interface Live {
  /** `session_id`: of what is read or written, so that damage can be told with its name. */
  call<T>(work: (verbs: Verbs) => T, session_id?: SessionId): T;
  checkpoint(): void;
  /** The whole of another database takes the place of this one, in one step. */
  replaceWith(target: string): void;
  /** An empty one takes its place; returns what it is set aside as. */
  beginAnew(): SetAside;
  /** Writes all of what is open, wherever its file has gone, into a file of its own. */
  copyTo(target: string): Promise<void>;
  isInPlace(): boolean;
  /** Device and inode of the file that is open. */
  identity(): string;
  /** @throws BraidError `STORE_UNAVAILABLE` where another is in its place, or none */
  assertInPlace(): void;
  /** Returns what to say of a failure that another thread met in this file; what helps is offered. */
  failureOutside(error: unknown, session_id?: SessionId): BraidError;
  /** Upkeep found it damaged. */
  foundDamaged(): void;
  close(): void;
}

/** Each call maps its errors; one that may have cost the connection its footing makes the next call begin with a new connection. */
function createLive(settings: OpenOptions, first: StoreConnection, onMet: (met: Met) => void): Live {
  let connection = first;
  let verbs: Verbs | undefined = verbsOf(connection);
  const current = (): Verbs => {
    if (verbs === undefined) {
      // The connection is all that is left of a file that is gone.
      if (!connection.isInPlace()) throw new FileMoved();
      connection.close();
      connection = open(settings);
      verbs = verbsOf(connection);
    }
    return verbs;
  };
  const { failed, succeeded } = createTelling({
    file: settings.file,
    onMet,
    connection: () => connection,
    titleOf: (session_id) => verbs?.session(session_id)?.session.title,
  });
  return {
    call: (work, session_id) => {
      try {
        const result = work(current());
        succeeded();
        return result;
      } catch (error) {
        const said = failed(error, session_id);
        if (wantsReopening(error)) verbs = undefined;
        throw said;
      }
    },
    checkpoint: () => {
      connection.raw.pragma("wal_checkpoint(PASSIVE)");
    },
    replaceWith: (target) => {
      // Of a file that is gone nothing has to be moved: what takes its place holds all of it.
      if (connection.isInPlace()) connection.raw.pragma("wal_checkpoint(TRUNCATE)");
      const gone = !connection.isInPlace();
      connection.close();
      verbs = undefined;
      if (gone) makeRoom(settings.file, settings.clock.now());
      replaceDatabase(settings.file, target);
      connection = open(settings);
      verbs = verbsOf(connection);
    },
    beginAnew: () => {
      connection.close();
      verbs = undefined;
      const anew = replaceByEmpty(settings);
      connection = anew.connection;
      verbs = verbsOf(connection);
      return anew.offer;
    },
    copyTo: (target) => copyConnection(connection.raw, target),
    isInPlace: () => connection.isInPlace(),
    identity: () => connection.identity,
    assertInPlace: () => {
      if (!connection.isInPlace()) throw failed(new FileMoved());
    },
    failureOutside: (error, session_id) =>
      failed(connection.isInPlace() ? error : new FileMoved(), session_id),
    foundDamaged: () => void failed(new Database.SqliteError("found by upkeep", "SQLITE_CORRUPT")),
    close: () => connection.close(),
  };
}

function verbsOf(connection: StoreConnection): Verbs {
  const writer = createFrameWriter(connection);
  const messages = messageVerbs(connection, writer);
  return {
    ...sessionVerbs(connection, writer),
    ...sessionListVerbs(connection),
    ...messages,
    ...turnVerbs(connection, writer),
    ...timelineVerbs(connection, writer, messages),
    ...undoVerbs(connection),
    ...copyVerbs(connection),
    ...removalVerbs(connection),
    ...familyVerbs(connection),
    ...trashedVerbs(connection),
    ...besidesVerbs(connection),
    ...draftVerbs(connection),
    ...historyVerbs(connection),
    ...queueVerbs(connection),
  };
}

function familiesThrough(call: Live["call"]): Pick<Verbs, "sessionsAbove" | "branchLinks" | "family"> {
  return {
    sessionsAbove: (session) => call((verbs) => verbs.sessionsAbove(session)),
    branchLinks: (session_id) => call((verbs) => verbs.branchLinks(session_id)),
    family: (session_id) => call((verbs) => verbs.family(session_id)),
  };
}

function queueThrough(call: Live["call"]): QueueStore {
  return {
    enqueue: (queued, from) => call((verbs) => verbs.enqueue(queued, from)),
    queue: (session_id) => call((verbs) => verbs.queue(session_id)),
    wholeQueue: (session_id) => call((verbs) => verbs.wholeQueue(session_id)),
    requeue: (session_id, messages, now) => call((verbs) => verbs.requeue(session_id, messages, now)),
    queueLength: (session_id) => call((verbs) => verbs.queueLength(session_id)),
    nextQueued: (session_id) => call((verbs) => verbs.nextQueued(session_id)),
    queued: (session_id, id) => call((verbs) => verbs.queued(session_id, id)),
    editQueued: (edit) => call((verbs) => verbs.editQueued(edit)),
    unqueue: (session_id, id) => call((verbs) => verbs.unqueue(session_id, id)),
    clearQueue: (session_id) => call((verbs) => verbs.clearQueue(session_id)),
  };
}

function eachThrough(call: Live["call"]): Omit<Verbs, keyof ReturnType<typeof copying>> {
  return {
    ...familiesThrough(call),
    ...queueThrough(call),
    createSession: (session, first) => call((verbs) => verbs.createSession(session, first)),
    session: (id) => call((verbs) => verbs.session(id)),
    listSessions: (query) => call((verbs) => verbs.listSessions(query)),
    renameSession: (id, title) => call((verbs) => verbs.renameSession(id, title)),
    archiveSession: (id, archived, now) => call((verbs) => verbs.archiveSession(id, archived, now)),
    trashSession: (id, trashed, now) => call((verbs) => verbs.trashSession(id, trashed, now)),
    message: (session_id, id) => call((verbs) => verbs.message(session_id, id), session_id),
    placeOf: (session_id, message_id) => call((verbs) => verbs.placeOf(session_id, message_id), session_id),
    hiddenTurns: (session_id) => call((verbs) => verbs.hiddenTurns(session_id), session_id),
    rewindTurn: (write) => call((verbs) => verbs.rewindTurn(write), write.session_id),
    unrewind: (write) => call((verbs) => verbs.unrewind(write)),
    timelineThrough: (session_id, message_id) =>
      call((verbs) => verbs.timelineThrough(session_id, message_id), session_id),
    copyMessages: (session_id, messages, blockOf) =>
      call((verbs) => verbs.copyMessages(session_id, messages, blockOf), session_id),
    beginRemoval: (session_id, now) => call((verbs) => verbs.beginRemoval(session_id, now)),
    partialSessions: () => call((verbs) => verbs.partialSessions()),
    sidecars: (main_id) => call((verbs) => verbs.sidecars(main_id)),
    sidecarOf: (session_id) => call((verbs) => verbs.sidecarOf(session_id)),
    showSidecar: (session_id, now) => call((verbs) => verbs.showSidecar(session_id, now)),
    closeSidecar: (session_id, now) => call((verbs) => verbs.closeSidecar(session_id, now)),
    discardSidecar: (session_id, now) => call((verbs) => verbs.discardSidecar(session_id, now)),
    promoteSidecar: (session_id, nameOf) => call((verbs) => verbs.promoteSidecar(session_id, nameOf)),
    trash: (query) => call((verbs) => verbs.trash(query)),
    trashCount: () => call((verbs) => verbs.trashCount()),
    isInTrash: (session_id) => call((verbs) => verbs.isInTrash(session_id)),
    undoStep: (id) => call((verbs) => verbs.undoStep(id)),
    undoEntries: (limit, before) => call((verbs) => verbs.undoEntries(limit, before)),
    titleBasis: (id) => call((verbs) => verbs.titleBasis(id)),
    decideTitle: (id, basis, title) => call((verbs) => verbs.decideTitle(id, basis, title)),
    accountCall: (agentCall) => call((verbs) => verbs.accountCall(agentCall)),
    markSession: (id, marks) => call((verbs) => verbs.markSession(id, marks)),
    addUserMessage: (message, answer, from) =>
      call((verbs) => verbs.addUserMessage(message, answer, from), message.session_id),
    page: (session_id, query) => call((verbs) => verbs.page(session_id, query), session_id),
    outline: (session_id, query) => call((verbs) => verbs.outline(session_id, query), session_id),
    hiddenPage: (op_id, query) => call((verbs) => verbs.hiddenPage(op_id, query)),
    visibleMessages: (session_id, query) =>
      call((verbs) => verbs.visibleMessages(session_id, query), session_id),
    commitFrame: (frame) => call((verbs) => verbs.commitFrame(frame), frame.session_id),
    endTurn: (end) => call((verbs) => verbs.endTurn(end)),
    retryTurn: (write) => call((verbs) => verbs.retryTurn(write), write.end.frame.session_id),
    unsettledMessages: (session_id) => call((verbs) => verbs.unsettledMessages(session_id), session_id),
    saveSystemPrompt: (prompt, now) => call((verbs) => verbs.saveSystemPrompt(prompt, now)),
    systemPrompt: (digest) => call((verbs) => verbs.systemPrompt(digest)),
    saveDraft: (of, draft, now) => call((verbs) => verbs.saveDraft(of, draft, now)),
    takeDrafts: (session_id, writer, writing) =>
      call((verbs) => verbs.takeDrafts(session_id, writer, writing)),
    said: (query) => call((verbs) => verbs.said(query)),
    setAppState: (key, value) => call((verbs) => verbs.setAppState(key, value)),
    appState: (key) => call((verbs) => verbs.appState(key)),
    newestIdTime: () => call((verbs) => verbs.newestIdTime()),
  };
}
