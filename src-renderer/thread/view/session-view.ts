/** The session that a thread shows, attached or not, and the way to another. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { BranchLinks, Sidecar } from "../../../src-preload/contract/domain/branches";
import type { PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { Queue } from "../../../src-preload/contract/domain/queue";
import type { SessionStatus, SessionView } from "../../../src-preload/contract/domain/sessions";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";
import type { TodoList } from "../../../src-preload/contract/domain/tools";
import { attach, call, toErrorInfo } from "../../platform/bridge";
import { latest, unchanged } from "../../platform/latest";
import { readDrafts } from "../writing/draft-retry";
import type { AttachedView, Attachment } from "./attachment";
import { DrawnView } from "./drawn-view";
import { earlierPage } from "./earlier-page";
import { Folding, type Shown } from "./folding";
import { MessageCell } from "./message-cell";
import { type ReadOnly, readOnlyPage } from "./read-only";
import { placeIn } from "./reading-places";
import { Fetcher, type ReadPage, trimCells } from "./residency";

/** Messages of hidden or summarised turns in one page, where not everything back to some message is wanted. */
const TIMELINE_PAGE = 50;
/** Outlines of one page: when the reader comes near the first one, and when everything back to some message is wanted. */
const EARLIER_OUTLINES = 500;
const MOST_OUTLINES = 2_000;
/** Sorts after every id. */
const LAST = `msg_${"f".repeat(14)}${"z".repeat(12)}` as MessageId;
/** Milliseconds before a feed is asked again that failed at once. A feed that lasted longer is asked again at once. */
const REATTACH_PAUSE_MS = 250;
/** The longest pause between two attempts, while main cannot give the session. */
const LONGEST_PAUSE_MS = 5000;

export interface SessionViewState {
  /** Undefined until the window knows what to show, null for a session that does not exist yet. */
  session_id: SessionId | null | undefined;
  /** The folder of the session to be. */
  workspace_root: string | undefined;
  /** Undefined until the snapshot has come. */
  view: SessionView | undefined;
  status: SessionStatus;
  cells: readonly MessageCell[];
  more: boolean;
  loadingEarlier: boolean;
  /** The messages up to this one are folded away: they have no cells, and are not loaded (BR-3). */
  floor: MessageId | undefined;
  /** All loaded messages, where some are folded away (`wholeOf`). */
  whole: Shown | undefined;
  /** The hidden or summarised turns that are read here; nobody can write in them (RW-3, CP-7). */
  timeline: ReadOnly | undefined;
  /** The stored drafts, as a new list each time a session is opened. */
  drafts: readonly PlacedDraft[] | undefined;
  /** The number of messages sent from here. */
  sent: number;
  /** The last answer that ended while it was shown. */
  answered: StoredMessage | undefined;
  /** Hidden timelines that parted at a visible place (RW-3). */
  hidden: readonly HiddenTurns[];
  /** Messages that wait to be sent (QU-1). */
  queue: Queue;
  /** The links at the time of attaching (BR-3). */
  links: BranchLinks;
  /** The sidecars at the time of attaching (BR-4). */
  sidecars: readonly Sidecar[];
  /** The newest list of things to do at the time of attaching, if something of it was open. */
  todos: TodoList | undefined;
  /** Why the session cannot be shown. */
  failure: ErrorInfo | undefined;
}

/** Returns true where nothing runs and the session is not only read: a message can be sent, and a rewind made. */
export const isFree = ({ status, timeline }: Pick<SessionViewState, "status" | "timeline">): boolean =>
  timeline === undefined && (status.state === "idle" || status.state === "error");

const EMPTY: Omit<SessionViewState, "session_id"> = {
  workspace_root: undefined,
  view: undefined,
  status: { state: "idle" },
  cells: [],
  more: false,
  loadingEarlier: false,
  floor: undefined,
  whole: undefined,
  timeline: undefined,
  drafts: undefined,
  sent: 0,
  answered: undefined,
  hidden: [],
  queue: { items: [] },
  links: { forks: [] },
  sidecars: [],
  todos: undefined,
  failure: undefined,
};

/** This module brings the SDK's reducer, half of all code: the composer does not wait for it. */
type AttachmentModule = typeof import("./attachment");

let loadedModule: AttachmentModule | undefined;

async function attachmentModule(): Promise<AttachmentModule> {
  loadedModule = await import("./attachment");
  return loadedModule;
}

/** The one present attachment; `attachment` is set once its code has been loaded. */
interface Current {
  attachment?: Attachment;
  detach?: () => void;
  /** Earlier messages that are on their way. */
  earlier?: Promise<void>;
  fetcher?: Fetcher;
}

/** Settled messages that are held with their words. */
function wordsOf(cells: readonly MessageCell[]): Map<MessageId, StoredMessage> {
  const values = cells.map(({ get }) => get());
  const held = values.filter(({ message, live }) => !live && !message.away);
  return new Map(held.map(({ message }) => [message.id, message]));
}

/** Loads the code for attaching ahead of its first use. */
export function warmUp(): void {
  requestIdleCallback(() => void attachmentModule());
}

export class ShownSession {
  readonly store: StoreApi<SessionViewState> = createStore<SessionViewState>(() => ({
    session_id: undefined,
    ...EMPTY,
  }));
  /** The state that is on the page. */
  readonly drawn = new DrawnView(this.store).store;
  #current: Current | undefined;
  readonly #folding = new Folding();
  readonly #timelines = latest(() => this.#current);
  /** The time of the last attaching, by the clock of the page. */
  #since = 0;

  readonly #drafts = latest(() => this.store.getState().session_id);

  /** The number of failed attempts to attach since the last success. */
  #failed = 0;

  noteSent(): void {
    this.store.setState(({ sent }) => ({ sent: sent + 1 }));
  }

  /** Shows a stored session. Resolves when its drafts have come. @throws CallError */
  async open(session_id: SessionId): Promise<void> {
    if (this.store.getState().session_id === session_id) return;
    this.#detach();
    this.#failed = 0;
    // Asks first: main answers while the old content is taken off the page.
    const attaching = this.#attachTo(session_id, false);
    this.store.setState({ session_id, ...EMPTY });
    attaching.catch((error: unknown) => this.#tryAgain(session_id, toErrorInfo(error)));
    await this.#takeDrafts(session_id);
  }

  /** Shows a new session, which is stored with its first message. @throws CallError */
  async openNew(workspace_root?: string): Promise<void> {
    if (this.store.getState().session_id === null) {
      this.store.setState({ workspace_root });
      return;
    }
    this.#detach();
    this.store.setState({ session_id: null, ...EMPTY, workspace_root });
    await this.#takeDrafts(null);
  }

  /** Shows hidden or summarised turns (RW-3, CP-7): nobody can write here. Never rejects: shows a failure. */
  async openTimeline(timeline: ReadOnly): Promise<void> {
    this.#detach();
    const mine: Current = {};
    this.#current = mine;
    this.store.setState({ session_id: undefined, ...EMPTY, timeline });
    const read = async () => {
      const page = await readOnlyPage(timeline, { limit: TIMELINE_PAGE });
      return { page, drafts: "summary_id" in timeline ? await readDrafts(timeline.session_id) : undefined };
    };
    const first = async () => {
      try {
        await this.#timelines(read, ({ page, drafts }) => {
          this.#prepend(page);
          this.store.setState({ drafts });
        });
      } catch (error) {
        this.store.setState({ failure: toErrorInfo(error) });
      } finally {
        delete mine.earlier;
      }
    };
    mine.earlier = first();
    await mine.earlier;
  }

  /** Leaves out the messages up to `floor`, or shows all again. */
  foldAway(floor: MessageId | undefined): void {
    if (this.store.getState().floor === floor) return;
    this.store.setState({ floor });
    const { view } = this.#current?.attachment ?? {};
    if (view !== undefined) this.store.setState(this.#folding.of(view, floor));
  }

  /** Shows nothing: the thread is closed. */
  close(): void {
    this.#detach();
    this.store.setState({ session_id: undefined, ...EMPTY });
  }

  /** Fetches the words of loaded outlines. @throws CallError */
  async fetch(cells: readonly MessageCell[]): Promise<void> {
    if (this.#current === undefined) return;
    this.#current.fetcher ??= new Fetcher(() => this.store.getState().cells, this.#reader());
    await this.#current.fetcher.fetch(cells);
  }

  /** Reads pages of the present session or hidden timeline. */
  #reader(): ReadPage {
    const { session_id, timeline } = this.store.getState();
    return async (before = LAST, limit) => {
      if (timeline !== undefined) return (await readOnlyPage(timeline, { before, limit })).messages;
      if (!session_id) return [];
      return (await call("session.messages", { session_id, before, limit })).messages;
    };
  }

  /** Loads all outlines from `message_id` on. @throws CallError */
  async loadBackTo(message_id: MessageId): Promise<void> {
    if (this.store.getState().timeline !== undefined) return await this.#loadTimelineBackTo(message_id);
    const attachment = this.#current?.attachment;
    const isShown = unchanged(() => this.#current?.attachment);
    if (message_id <= (this.store.getState().floor ?? "")) this.foldAway(undefined);
    for (;;) {
      const { session_id, cells, more } = this.store.getState();
      const before = cells[0]?.id;
      if (!session_id || before === undefined || before <= message_id || !more) return;
      const page = await call("session.outline", { session_id, before, limit: MOST_OUTLINES });
      if (!isShown()) return;
      attachment?.prepend(page);
    }
  }

  async #loadTimelineBackTo(message_id: MessageId): Promise<void> {
    const mine = this.#current;
    await mine?.earlier;
    while (this.#current === mine) {
      const { cells, more } = this.store.getState();
      const [first] = cells;
      if (first === undefined || first.id <= message_id || !more) return;
      await this.loadEarlier(MOST_OUTLINES);
      if (this.store.getState().cells === cells) return;
    }
  }

  /** Loads all outlines that are not folded away. @throws CallError */
  async loadToFloor(): Promise<void> {
    const isSession = unchanged(() => this.store.getState().session_id);
    const isTimeline = unchanged(() => this.store.getState().timeline);
    for (;;) {
      const now = this.store.getState();
      if (!now.more || !isSession() || !isTimeline()) return;
      await this.loadEarlier(MOST_OUTLINES);
      // The last page brought nothing, as while the window attaches again.
      if (this.store.getState().cells === now.cells) return;
    }
  }

  /** Loads a page of earlier messages. A second request waits for the page that is on its way. @throws CallError */
  async loadEarlier(limit = EARLIER_OUTLINES): Promise<void> {
    const mine = this.#current;
    const { session_id, timeline, cells, more } = this.store.getState();
    const before = cells[0]?.id;
    if (mine === undefined || before === undefined || !more) return;
    if (session_id) {
      const input = { session_id, before, limit };
      mine.earlier ??= this.#takeEarlier(mine, earlierPage(input));
    } else if (timeline !== undefined) {
      const isFar = limit === MOST_OUTLINES;
      const page = isFar ? { before, limit, outline: true as const } : { before, limit: TIMELINE_PAGE };
      mine.earlier ??= this.#takeEarlier(mine, readOnlyPage(timeline, page));
    }
    await mine.earlier;
  }

  async #takeEarlier(mine: Current, asked: Promise<MessagePage>): Promise<void> {
    const isAttached = unchanged(() => this.#current);
    // Stays true where the window attaches to the same session again meanwhile.
    const isShown = unchanged(() => this.store.getState().session_id);
    this.store.setState({ loadingEarlier: true });
    try {
      const page = await asked;
      if (!isAttached()) return;
      if (mine.attachment === undefined) this.#prepend(page);
      else mine.attachment.prepend(page);
    } finally {
      delete mine.earlier;
      if (isShown() && this.#current?.earlier === undefined) this.store.setState({ loadingEarlier: false });
    }
  }

  /** Adds a page of turns that are only read, and have no attachment. */
  #prepend({ messages, more }: MessagePage): void {
    const earlier = messages.map((message) => new MessageCell(message));
    this.store.setState(({ cells }) => ({ cells: [...earlier, ...cells], more }));
    trimCells(this.store.getState().cells);
  }

  #show(view: AttachedView): void {
    const { floor, cells } = this.store.getState();
    this.#failed = 0;
    this.store.setState({ ...view, ...this.#folding.of(view, floor), failure: undefined });
    if (view.cells !== cells) trimCells(view.cells);
  }

  #detach(): void {
    this.#current?.detach?.();
    this.#current?.attachment?.close();
    this.#current = undefined;
  }

  /** QU-2. Drops the answer to an older question, if the session was left and opened again meanwhile. @throws CallError */
  async #takeDrafts(session_id: SessionId | null): Promise<void> {
    await this.#drafts(
      () => readDrafts(session_id),
      (drafts) => this.store.setState({ drafts }),
    );
  }

  async #attachTo(session_id: SessionId, again: boolean): Promise<void> {
    const mine: Current = {};
    this.#current = mine;
    this.#since = performance.now();
    const { Attachment } = loadedModule ?? (await attachmentModule());
    if (this.#current !== mine) return;
    // Loads as far back as was shown, or to the place where the reader left the session. The page may still show this session's messages,
    // if the user came back before another session was drawn.
    const drawn = this.drawn.getState();
    const isDrawn = drawn.session_id === session_id;
    const reach = isDrawn ? drawn.cells[0]?.id : undefined;
    const place = isDrawn ? undefined : placeIn(session_id)?.message_id;
    const known = isDrawn ? wordsOf(drawn.cells) : new Map<MessageId, StoredMessage>();
    const attachment = new Attachment({
      session_id,
      hold: again || reach !== undefined || place !== undefined,
      ...(reach === undefined ? {} : { reach }),
      ...(place === undefined ? {} : { place }),
      earlier: (before) => call("session.outline", { session_id, before, limit: MOST_OUTLINES }),
      fetch: (wanted, all) => new Fetcher(() => all, this.#reader()).fetch(wanted),
      known: (id) => known.get(id),
      events: {
        change: (view) => this.#show(view),
        answered: (message) => this.store.setState({ answered: message }),
        stale: () => this.#attachAgain(session_id),
        failed: (failure) => this.#tryAgain(session_id, failure),
      },
    });
    mine.attachment = attachment;
    mine.detach = attach(session_id, {
      packet: async (packet) => {
        try {
          await attachment.take(packet);
        } catch (error) {
          attachment.close();
          if (this.#current === mine) this.#tryAgain(session_id, toErrorInfo(error));
        }
      },
      closed: () => this.#attachAgain(session_id),
    });
  }

  #attachAgain(session_id: SessionId): void {
    if (this.store.getState().session_id !== session_id) return;
    this.#detach();
    const pause = performance.now() - this.#since > REATTACH_PAUSE_MS ? 0 : REATTACH_PAUSE_MS;
    this.#attachAfter(pause, session_id);
  }

  /** Shows why the session is not available, and asks again as long as it is shown: the state on the page may be out of date (LY-4). */
  #tryAgain(session_id: SessionId, failure: ErrorInfo): void {
    if (this.store.getState().session_id !== session_id) return;
    this.#detach();
    this.store.setState({ failure });
    this.#attachAfter(Math.min(REATTACH_PAUSE_MS * 2 ** this.#failed, LONGEST_PAUSE_MS), session_id);
    this.#failed += 1;
  }

  #attachAfter(pause: number, session_id: SessionId): void {
    setTimeout(() => {
      if (this.store.getState().session_id === session_id && this.#current === undefined)
        this.#attachTo(session_id, true).catch((error: unknown) =>
          this.#tryAgain(session_id, toErrorInfo(error)),
        );
    }, pause);
  }
}
