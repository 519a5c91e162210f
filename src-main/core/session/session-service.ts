/** The one door (LY-2): everything a user may do with sessions. Every surface calls this and nothing beneath it. */

import type { FamilyMember, Sidecar } from "../../../src-preload/contract/domain/branches";
import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { foldQuery } from "../../../src-preload/contract/domain/matching";
import type {
  FoundInSession,
  MessagePage,
  StoredMessage,
} from "../../../src-preload/contract/domain/messages";
import type {
  BranchRequest,
  Created,
  CreateRequest,
  HistoryPage,
  HistoryRequest,
  ListRequest,
  PageRequest,
  RetryRequest,
  RewindRequest,
  Rewound,
  SendRequest,
  SessionRef,
  StretchRequest,
  Undone,
} from "../../../src-preload/contract/domain/requests";
import type {
  SessionList,
  SessionStatus,
  SessionSummary,
  SessionView,
} from "../../../src-preload/contract/domain/sessions";
import type { UndoEntry } from "../../../src-preload/contract/domain/timeline";
import type { ModelUsage } from "../../../src-preload/contract/domain/usage";
import { BraidError, toErrorInfo } from "../braid-error";
import type { Feeds } from "../feed/feeds";
import type { FeedHandle, FeedSink } from "../feed/session-feed";
import { t } from "../language/language";
import type { TurnDeps } from "../run/call";
import type { TurnEnding } from "../run/finalise";
import { Branches } from "./branches";
import { Compare } from "./compare";
import { Drafts, draftOf } from "./drafts";
import { listHistory } from "./history";
import { listPage, sessionChanged } from "./listing";
import { SessionQueue } from "./queue";
import { ReadState, type ReadStateDeps } from "./read-state";
import { Sidecars } from "./sidecars";
import { snapshotOf } from "./snapshot";
import { Timeline } from "./timeline";
import { Titles, type TitlesDeps } from "./titles";
import { Trash } from "./trash";
import { Turns } from "./turns";
import { undoStep } from "./undo";

/** Every verb may throw `BraidError`: `SESSION_NOT_FOUND` for an id that is none, `STORE_UNAVAILABLE` where the disk fails. */
export class SessionService {
  private readonly listeners = new Set<(event: CoreEvent) => void>();
  readonly queue: SessionQueue;
  readonly drafts: Drafts;
  private readonly turns: Turns;
  private readonly timeline: Timeline;
  private readonly branches: Branches;
  private readonly beside: Sidecars;
  readonly trash: Trash;
  readonly compare: Compare;
  private readonly titles: Titles;
  readonly readState: ReadState;

  constructor(
    private readonly deps: TurnDeps,
    private readonly feeds: Feeds,
    titling: Pick<TitlesDeps, "agent" | "onFailure">,
    isSeen: ReadStateDeps["isSeen"],
  ) {
    this.turns = new Turns(deps, feeds, (id, ending) => this.afterTurn(id, ending));
    this.queue = new SessionQueue(deps, feeds, this.turns, this);
    this.drafts = new Drafts(deps, this);
    this.timeline = new Timeline(deps, feeds, this.turns);
    this.branches = new Branches(deps, feeds);
    this.beside = new Sidecars(deps, this.branches, (event) => this.emit(event));
    this.trash = new Trash(deps, this.branches, (event) => this.emit(event));
    this.compare = new Compare(deps.store, (session) => this.read(session));
    this.titles = new Titles({ ...deps, ...titling, onTitled: (session_id) => this.announce(session_id) });
    const tell: ReadStateDeps["tell"] = (id, changed) =>
      this.afterwards(() => changed() && this.announce(id));
    this.readState = new ReadState({ ...deps, feeds, isSeen, tell });
  }

  /** Resolves when nothing of the service works beside the turns any more; the turns are the run state's. */
  async close(): Promise<void> {
    await Promise.all([this.titles.close(), this.branches.close()]);
  }

  /** Removes what a crash left half made, or half removed (BR-2, DB-10). */
  async removePartial(): Promise<void> {
    await this.branches.removePartial();
  }

  /** With `text`, the first message is stored in the same transaction and answered; its `draft`, which `writer` wrote, goes. */
  create(input: CreateRequest, writer?: string): Created {
    const created = this.turns.create(input, draftOf(input.draft, writer));
    this.emit({ type: "session-changed", session: created.session });
    return created;
  }

  /** A page by recency, from an index alone (SE-1). With a filter a page may be short although there are more: see `next`. */
  list(query: ListRequest): SessionList {
    return listPage(this.deps, query);
  }

  /** State apart from billing; never waits for a running turn (SE-1). */
  read({ session_id }: SessionRef): SessionView {
    const view = this.deps.store.session(session_id);
    if (view === undefined) throw new BraidError("SESSION_NOT_FOUND", t("session.not-found"));
    return view;
  }

  /** Earlier messages than a window has. */
  messages({ session_id, before, limit }: PageRequest): MessagePage {
    this.read({ session_id });
    return this.deps.store.page(session_id, { before, limit });
  }

  /** Earlier messages, as far as a window must know what it does not show. */
  outline({ session_id, before, limit }: PageRequest): MessagePage {
    this.read({ session_id });
    return this.deps.store.outline(session_id, { before, limit });
  }

  /** What stands last in the thread. */
  newest(session_id: SessionId): { title: string; message: StoredMessage | undefined } {
    const { session } = this.read({ session_id });
    return { title: session.title, message: this.deps.store.page(session_id, { limit: 1 }).messages.at(-1) };
  }

  rename({ session_id, title }: SessionRef & { title: string }): SessionSummary {
    this.read({ session_id });
    this.deps.store.renameSession(session_id, title);
    this.titles.drop(session_id);
    return this.announce(session_id);
  }

  pin({ session_id, pinned }: SessionRef & { pinned: boolean }): SessionSummary {
    this.read({ session_id });
    this.readState.pin(session_id, pinned);
    return this.announce(session_id);
  }

  /** Until a window shows it anew, or its user says that it is read. */
  markUnread({ session_id, unread }: SessionRef & { unread: boolean }): SessionSummary {
    this.read({ session_id });
    this.readState.markUnread(session_id, unread);
    return this.announce(session_id);
  }

  /** A running turn goes on to its end (SE-2); only the list changes. */
  archive({ session_id }: SessionRef): SessionSummary {
    return this.setArchived(session_id, true);
  }

  unarchive({ session_id }: SessionRef): SessionSummary {
    return this.setArchived(session_id, false);
  }

  /** Returns when the message is stored; the answer comes on the feed. @throws BraidError `SESSION_BUSY` (RN-1). */
  send(input: SendRequest, writer?: string): StoredMessage {
    const from = { draft: draftOf(input.draft, writer) };
    const message = this.turns.send(this.read(input), input, from);
    this.began(input.session_id, message);
    return message;
  }

  /** @throws BraidError `SESSION_NOT_RUNNING`. */
  abort({ session_id }: SessionRef): void {
    this.deps.state.abort(session_id);
  }

  /** Goes on after an answer that did not end by itself. @throws BraidError `SESSION_BUSY`, or `INVALID_INPUT` if there is nothing to go on with. */
  resume({ session_id }: SessionRef): void {
    this.turns.resume(this.read({ session_id }));
  }

  /** RW-2: what came after a message of the user is hidden, and another turn begins there. @throws BraidError `SESSION_BUSY` (RW-6), `MESSAGE_NOT_FOUND`, `INVALID_INPUT` */
  rewind(input: RewindRequest, writer?: string): Rewound {
    return this.began(input.session_id, this.timeline.rewind(this.read(input), input, writer));
  }

  /** RW-2: the same with nothing changed, or with another model alone. @throws BraidError as `rewind` */
  retry(input: RetryRequest): Rewound {
    return this.began(input.session_id, this.timeline.retry(this.read(input), input));
  }

  /** RW-3. @throws BraidError `SESSION_BUSY` (RW-6), `INVALID_INPUT` */
  unrewind({ session_id, op_id }: SessionRef & { op_id: OpId }): void {
    this.timeline.unrewind(this.read({ session_id }), op_id);
    this.announce(session_id);
  }

  /** RW-7. @throws BraidError `INVALID_INPUT` where there is nothing to undo, `SESSION_BUSY` where its session runs */
  undo({ id }: { id?: number | undefined }): Undone {
    const step = undoStep(
      this.deps,
      {
        read: (session_id) => this.read({ session_id }),
        unrewind: (view, op_id, undoes) => this.timeline.unrewind(view, op_id, undoes),
        unarchive: (session_id) => this.setArchived(session_id, false),
        restore: (session_id) => this.restore({ session_id }),
      },
      id,
    );
    const { id: session_id, title } = this.announce(step.session_id);
    const sidecar = this.sidecarOf(session_id);
    const called = this.beside.nameOf(session_id) ?? title;
    return {
      id: step.id,
      kind: step.kind,
      session_id,
      title: called,
      ...(sidecar && { main_id: sidecar.main_id }),
    };
  }

  /** RW-7: newest first, undone ones too. */
  undoEntries({ limit, before }: { limit: number; before?: number }): UndoEntry[] {
    return this.deps.store.undoEntries(limit, before);
  }

  /** BR-1. @throws BraidError `SESSION_BUSY` (BR-2), `MESSAGE_NOT_FOUND` */
  async branch(input: BranchRequest): Promise<SessionSummary> {
    const parent = this.read({ session_id: input.parent_session_id });
    return this.announce(await this.branches.branch(parent, input));
  }

  family({ session_id }: SessionRef): FamilyMember[] {
    return this.deps.store.family(this.read({ session_id }).session.id);
  }

  /** BR-4: also while the session runs; a sidecar of a sidecar stands beside the same session. */
  async openSidecar({
    session_id,
    from_message_id,
  }: SessionRef & { from_message_id?: MessageId }): Promise<SessionSummary> {
    return this.announce(await this.beside.open(this.read({ session_id }), from_message_id));
  }

  sidecars({ session_id }: SessionRef): Sidecar[] {
    return this.beside.list(this.read({ session_id }).session.id);
  }

  /** SE-9: whether there is nothing left to show of it; not where that cannot be read, which is told where it is shown. */
  isGone(session_id: SessionId): boolean {
    try {
      return this.deps.store.session(session_id) === undefined;
    } catch {
      return false;
    }
  }

  /** What it stands beside, and whether it is open there; undefined for a session that is no sidecar. */
  sidecarOf(session_id: SessionId): { main_id: SessionId; open: boolean } | undefined {
    return this.deps.store.sidecarOf(session_id);
  }

  showSidecar({ session_id }: SessionRef): void {
    this.beside.show(this.read({ session_id }).session.id);
  }

  closeSidecar({ session_id }: SessionRef): Promise<void> {
    return this.beside.close(this.read({ session_id }).session.id);
  }

  /** BR-4: from here on a branch as others are. */
  promoteSidecar({ session_id }: SessionRef): SessionSummary {
    this.beside.promote(this.read({ session_id }).session.id);
    return this.announce(session_id);
  }

  /** DB-10: into the trash. What runs in it, or is asked sidecar of it, is stopped; its branches stay. */
  delete({ session_id }: SessionRef): void {
    this.read({ session_id });
    this.trash.put(session_id);
    this.beside.stopAll(session_id);
    this.beside.changed(session_id);
  }

  /** DB-10. @throws BraidError `SESSION_NOT_FOUND` for one that is gone, or going, for good */
  restore({ session_id }: SessionRef): SessionSummary {
    // First: what a full disk or a crash cuts here is a branch in the trash.
    if (this.deps.store.isInTrash(session_id)) this.beside.restoring(session_id);
    this.trash.restore(session_id);
    return this.announce(session_id);
  }

  status({ session_id }: SessionRef): SessionStatus {
    this.read({ session_id });
    return this.deps.state.status(session_id);
  }

  /** In all of the visible messages; the live one is looked through by the window that watches it. */
  async find({ session_id, text }: SessionRef & { text: string }): Promise<FoundInSession> {
    this.read({ session_id });
    const needle = foldQuery(text);
    if (needle === "") return { matches: [], more: false };
    const without = this.feeds.has(session_id) ? this.feeds.of(session_id).liveMessageId : undefined;
    return await this.deps.store.find({ session_id, needle, ...(without === undefined ? {} : { without }) });
  }

  /**
   * What was said in the visible messages, as Markdown, each under its speaker.
   * @throws BraidError `INVALID_INPUT` for more than the clipboard should hold
   */
  async text(range: StretchRequest): Promise<string> {
    this.read(range);
    const names = { user: t("copy.you"), assistant: t("copy.assistant") };
    const text = await this.deps.store.transcriptText({ ...range, names });
    if (text === undefined)
      throw new BraidError("INVALID_INPUT", t("copy.too-long.message"), { hint: t("copy.too-long.hint") });
    return text;
  }

  /** TK-4. */
  async usage({ session_id }: SessionRef): Promise<ModelUsage[]> {
    this.read({ session_id });
    return await this.deps.store.usage(session_id);
  }

  /** What the user has said, newest first: in this session, then in all others. */
  history(input: HistoryRequest): HistoryPage {
    return listHistory(this.deps.store, input);
  }

  /** LY-4: reading and subscribing are one synchronous step. Letting go of the handle detaches; it never aborts (LY-3). */
  attach(session_id: SessionId, sink: FeedSink): FeedHandle {
    // Before a feed is made: there is none of a session that does not exist.
    this.read({ session_id });
    this.readState.noteShown(session_id);
    const feed = this.feeds.of(session_id);
    const queue = this.queue.of(session_id);
    const snapshot = snapshotOf(this.deps, this.read({ session_id }), feed.liveMessageId, queue);
    return feed.attach(snapshot, sink);
  }

  /** App-wide news. Returns the function that stops listening. */
  onEvent(listener: (event: CoreEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(event: CoreEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  /** A turn has begun by its user's hand: who answers has read. What is stored is not refused for that. */
  private began(session_id: SessionId, message: StoredMessage | undefined): { message?: StoredMessage } {
    this.afterwards(() => this.readState.noteSeen(session_id));
    this.afterwards(() => this.announce(session_id));
    return message === undefined ? {} : { message };
  }

  private setArchived(session_id: SessionId, archived: boolean): SessionSummary {
    this.read({ session_id });
    this.deps.store.archiveSession(session_id, archived, this.deps.clock.now());
    return this.announce(session_id);
  }

  private afterTurn(session_id: SessionId, ending: TurnEnding): void {
    this.afterwards(() => {
      // It was put into the trash meanwhile.
      if (this.deps.store.session(session_id) === undefined) return;
      this.readState.markNews(session_id);
      this.announce(session_id);
    });
    this.titles.consider(session_id);
    this.queue.afterTurn(session_id, ending);
  }

  /** Nobody waits for this: a store that fails here is told to the windows, not thrown at the process (SV-7). */
  afterwards(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.emit({ type: "background-error", error: toErrorInfo(error) });
    }
  }

  announce(session_id: SessionId): SessionSummary {
    const view = this.read({ session_id });
    // No list has a sidecar (BR-4).
    if (view.session.ephemeral === undefined) this.emit(sessionChanged(this.deps, view.session));
    else this.beside.changed(session_id);
    if (this.feeds.has(session_id)) this.feeds.of(session_id).publish({ type: "session", view });
    return view.session;
  }
}
