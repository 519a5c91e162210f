/** The store: opens the database, puts its verbs behind the port, and says in one place what their failures mean (SV-7). */
import type { StoreNotice } from "../../src-preload/contract/types";
import { type Clock, systemClock } from "../core/ports/clock";
import type { Store } from "../core/ports/store";
import { besidesVerbs } from "./besides";
import { isDamage, toStoreError, wantsReopening } from "./errors";
import { createFrameWriter } from "./frames";
import { createMaintenance, type Maintenance } from "./maintenance";
import { messageVerbs } from "./messages";
import { type OpenOptions, open, openRecoverably, type WitnessedConnection } from "./open";
import { createReader } from "./reader";
import { sessionListVerbs } from "./session-list";
import { sessionVerbs } from "./sessions";
import { turnVerbs } from "./turns";

export interface StoreOptions {
  /** Its folder belongs to Braid alone and is made private (DB-14). */
  file: string;
  clock?: Clock;
  /** Hears of what failed beside the verbs, for the log. */
  onTrouble?: (error: unknown) => void;
  /** The built `worker.ts`; by default the one beside the built app. */
  worker_file?: URL;
  /** The built `reader-worker.ts`; by default the one beside the built app. */
  reader_file?: URL;
}

export interface OpenedStore {
  store: Store;
  /** What happened to the files before the window opened (SV-8). */
  notices: StoreNotice[];
  /** Close it first, then the store. */
  maintenance: Pick<Maintenance, "close">;
}

/** What is answered in main, at once. */
type Verbs = Omit<Store, "close" | "find" | "usage">;

/**
 * Opens or makes the database.
 * @throws BraidError `STORE_TOO_NEW` (nothing was touched), `STORE_UNAVAILABLE`
 */
export function openStore(options: StoreOptions): OpenedStore {
  const { file, clock = systemClock, onTrouble = () => undefined } = options;
  const maintenance = createMaintenance({
    file,
    worker_file: options.worker_file ?? new URL("./store-worker.js", import.meta.url),
    onTrouble,
    onDamage: () => live.suspectDamage(),
    checkpointHere: () => live.checkpoint(),
  });
  const settings: OpenOptions = { file, clock, onTrouble, onCommit: maintenance.wrote };
  const { connection, notices } = openRecoverably(settings);
  const live = createLive(settings, connection);
  const reader = createReader(file, options.reader_file ?? new URL("./store-reader.js", import.meta.url));
  const store: Store = {
    ...eachThrough(live.call),
    endTurn: (end) => {
      live.call((verbs) => verbs.endTurn(end));
      maintenance.settled();
    },
    find: reader.find,
    usage: reader.usage,
    close: () => {
      void reader.close();
      void maintenance.close();
      live.close();
    },
  };
  const close = async () => void (await Promise.all([reader.close(), maintenance.close()]));
  return { store, notices, maintenance: { close } };
}

interface Live {
  call<T>(work: (verbs: Verbs) => T): T;
  checkpoint(): void;
  suspectDamage(): void;
  close(): void;
}

/** Each call maps its errors; one that may have cost the connection its footing makes the next call begin with a new connection. */
function createLive(settings: OpenOptions, first: WitnessedConnection): Live {
  let connection = first;
  let verbs: Verbs | undefined = verbsOf(connection);
  const current = (): Verbs => {
    if (verbs === undefined) {
      connection.close();
      connection = open(settings);
      verbs = verbsOf(connection);
    }
    return verbs;
  };
  return {
    call: (work) => {
      try {
        return work(current());
      } catch (error) {
        if (wantsReopening(error)) verbs = undefined;
        if (isDamage(error)) connection.suspectDamage();
        throw toStoreError(error, settings.file);
      }
    },
    checkpoint: () => {
      connection.raw.pragma("wal_checkpoint(PASSIVE)");
    },
    suspectDamage: () => connection.suspectDamage(),
    close: () => connection.close(),
  };
}

function verbsOf(connection: WitnessedConnection): Verbs {
  const writer = createFrameWriter(connection);
  return {
    ...sessionVerbs(connection, writer),
    ...sessionListVerbs(connection),
    ...messageVerbs(connection, writer),
    ...turnVerbs(connection, writer),
    ...besidesVerbs(connection),
  };
}

function eachThrough(call: Live["call"]): Verbs {
  return {
    createSession: (session, first) => call((verbs) => verbs.createSession(session, first)),
    session: (id) => call((verbs) => verbs.session(id)),
    listSessions: (query) => call((verbs) => verbs.listSessions(query)),
    renameSession: (id, title) => call((verbs) => verbs.renameSession(id, title)),
    archiveSession: (id, archived_at) => call((verbs) => verbs.archiveSession(id, archived_at)),
    titleBasis: (id) => call((verbs) => verbs.titleBasis(id)),
    decideTitle: (id, basis, title) => call((verbs) => verbs.decideTitle(id, basis, title)),
    accountCall: (agentCall) => call((verbs) => verbs.accountCall(agentCall)),
    markSession: (id, marks) => call((verbs) => verbs.markSession(id, marks)),
    addUserMessage: (message, answer) => call((verbs) => verbs.addUserMessage(message, answer)),
    page: (session_id, query) => call((verbs) => verbs.page(session_id, query)),
    visibleMessages: (session_id) => call((verbs) => verbs.visibleMessages(session_id)),
    commitFrame: (frame) => call((verbs) => verbs.commitFrame(frame)),
    endTurn: (end) => call((verbs) => verbs.endTurn(end)),
    retryTurn: (write) => call((verbs) => verbs.retryTurn(write)),
    unsettledMessages: (session_id) => call((verbs) => verbs.unsettledMessages(session_id)),
    saveSystemPrompt: (prompt, now) => call((verbs) => verbs.saveSystemPrompt(prompt, now)),
    systemPrompt: (digest) => call((verbs) => verbs.systemPrompt(digest)),
    saveDraft: (session_id, text, now) => call((verbs) => verbs.saveDraft(session_id, text, now)),
    draft: (session_id) => call((verbs) => verbs.draft(session_id)),
    setAppState: (key, value) => call((verbs) => verbs.setAppState(key, value)),
    appState: (key) => call((verbs) => verbs.appState(key)),
    newestIdTime: () => call((verbs) => verbs.newestIdTime()),
  };
}
