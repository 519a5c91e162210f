/**
 * One attachment to a session's feed: takes in the snapshot and the events after it (LY-4), and hands out the view to show. A second
 * attachment to the same session (after a reset, or when this window lagged) stays invisible until it has caught up.
 */

import type { BranchLinks, Sidecar } from "../../../src-preload/contract/domain/branches";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { FeedEvent, FeedPacket, Snapshot } from "../../../src-preload/contract/domain/feed";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { PrunedOutput } from "../../../src-preload/contract/domain/pruning";
import type { Queue, QueueChange } from "../../../src-preload/contract/domain/queue";
import type { SessionStatus, SessionView } from "../../../src-preload/contract/domain/sessions";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";
import type { TodoList } from "../../../src-preload/contract/domain/tools";
import { LiveAnswer } from "./live-answer";
import { MessageCell, placeCell } from "./message-cell";
import { withChange } from "./queue";
import { fromSummary, summarised } from "./summarised";

/** A session as it looks now. */
export interface AttachedView {
  view: SessionView;
  status: SessionStatus;
  /** Visible messages, oldest first, with the live one. A new array only when a message came or went. */
  cells: readonly MessageCell[];
  /** Earlier messages exist. */
  more: boolean;
  /** Hidden timelines that parted at a visible place (RW-3). */
  hidden: readonly HiddenTurns[];
  /** Messages that wait to be sent (QU-1). */
  queue: Queue;
  links: BranchLinks;
  sidecars: readonly Sidecar[];
  /** The newest list of things to do at the time of attaching. */
  todos: TodoList | undefined;
}

export interface AttachmentEvents {
  /** The view to show from now on; called for every change. */
  change(view: AttachedView): void;
  /** An answer has ended while it was shown. */
  answered(message: StoredMessage): void;
  /** The view may be stale: attach again. */
  stale(): void;
  failed(error: ErrorInfo): void;
}

export interface AttachmentOptions {
  session_id: SessionId;
  /** The oldest message that the window showed before: a second attachment loads back to it. */
  reach?: MessageId;
  /** The message at which its reader left it, which is loaded with its words and some messages around it. */
  place?: MessageId;
  /** Shows nothing before it has caught up: the old view is better than half a new one. */
  hold: boolean;
  /** Loads outlines of earlier messages. */
  earlier(before: MessageId): Promise<MessagePage>;
  /** Fetches the words of some of all the loaded messages. */
  fetch(wanted: readonly MessageCell[], all: readonly MessageCell[]): Promise<void>;
  /** Returns a message that the window held before with its words. */
  known(id: MessageId): StoredMessage | undefined;
  events: AttachmentEvents;
}

/** Messages before and after the one at the top of the view, loaded at once for a reader who comes back. */
const AROUND = { before: 3, after: 12 };

export class Attachment {
  readonly #options: AttachmentOptions;
  #view: AttachedView | undefined;
  #live: LiveAnswer | undefined;
  /** The summary that came last, while this was attached. */
  #summary: StoredMessage | undefined;
  #shown = false;
  #closed = false;

  constructor(options: AttachmentOptions) {
    this.#options = options;
  }

  /** The shown session; undefined before the attachment has caught up. */
  get view(): AttachedView | undefined {
    return this.#shown ? this.#view : undefined;
  }

  close(): void {
    this.#closed = true;
    this.#live?.detach();
    this.#live = undefined;
  }

  /** Resolves when the packet has been taken in and may be acknowledged. */
  async take(packet: FeedPacket): Promise<void> {
    if (packet.type === "failed") this.#options.events.failed(packet.error);
    else if (packet.type === "snapshot") this.#takeSnapshot(packet.snapshot);
    else {
      for (const event of packet.events) {
        if (this.#closed) return;
        await this.#takeEvent(event);
      }
      await this.#live?.drained();
    }
  }

  /** Adds earlier messages that the window asked for. */
  prepend(asked: MessagePage): void {
    if (this.#view === undefined) return;
    const page = fromSummary(asked, this.#summary);
    const first = this.#view.cells[0]?.id;
    const earlier = page.messages
      .filter(({ id }) => first === undefined || id < first)
      .map((message) => new MessageCell(this.#options.known(message.id) ?? message));
    this.#change({ cells: [...earlier, ...this.#view.cells], more: page.more });
  }

  #takeSnapshot({ session, billing, status, page, hidden, queue, links, sidecars, todos }: Snapshot): void {
    const cells = page.messages.map((message) => new MessageCell(message));
    this.#view = {
      view: { session, billing },
      status,
      cells,
      more: page.more,
      hidden,
      queue,
      links,
      sidecars,
      todos,
    };
    if (!this.#options.hold) this.#show();
  }

  async #takeEvent(event: FeedEvent): Promise<void> {
    switch (event.type) {
      case "chunks":
        return this.#liveFor(event.message_id).push(event.chunks);
      case "caught-up":
        return await this.#catchUp();
      case "message":
        return this.#place(new MessageCell(event.message));
      case "settled":
        return await this.#settle(event.message_id);
      case "hidden":
        return this.#remove(event.message_ids);
      case "rewound":
        return this.#rewind(event.after, event.hidden);
      case "compacted":
        return this.#compact(event.message, event.hidden);
      case "pruned":
        return this.#prune(event.message_id, event.pruned);
      case "queue-changed":
        return this.#changeQueue(event.change);
      case "status":
        return this.#change({ status: event.status });
      case "session":
        return this.#change({ view: event.view });
      case "reset":
        return this.#options.events.stale();
    }
  }

  #changeQueue(change: QueueChange): void {
    if (this.#view !== undefined) this.#change({ queue: withChange(this.#view.queue, change) });
  }

  #liveFor(id: MessageId): LiveAnswer {
    if (this.#live?.id === id) return this.#live;
    this.#live?.detach();
    this.#live = new LiveAnswer(id, this.#options.session_id);
    this.#place(this.#live.cell);
    return this.#live;
  }

  async #catchUp(): Promise<void> {
    await this.#live?.drained();
    await this.#reachBack();
    if (this.#closed) return;
    this.#live?.show();
    this.#show();
  }

  async #reachBack(): Promise<void> {
    const { place, reach = place, earlier } = this.#options;
    while (reach !== undefined && !this.#closed && this.#view?.more === true) {
      const first = this.#view.cells[0]?.id;
      if (first === undefined || first <= reach) break;
      this.prepend(await earlier(first));
    }
    const { cells = [] } = this.#view ?? {};
    const at = place === undefined ? -1 : cells.findIndex(({ id }) => id >= place);
    if (this.#closed || at < 0) return;
    await this.#options.fetch(cells.slice(Math.max(0, at - AROUND.before), at + AROUND.after), cells);
  }

  async #settle(id: MessageId): Promise<void> {
    const live = this.#live;
    if (live?.id !== id) return;
    const sound = await live.settle();
    if (this.#closed) return;
    this.#live = undefined;
    if (!sound) this.#options.events.stale();
    else if (this.#shown) this.#options.events.answered(live.cell.get().message);
  }

  #remove(ids: readonly MessageId[]): void {
    const gone = new Set(ids);
    if (this.#live !== undefined && gone.has(this.#live.id)) {
      this.#live.detach();
      this.#live = undefined;
    }
    if (this.#view !== undefined)
      this.#change({ cells: this.#view.cells.filter((cell) => !gone.has(cell.id)) });
  }

  /** Drops the messages after one, which have left the timeline. If that one was never loaded, the window attaches again. */
  #rewind(after: MessageId | undefined, hidden: readonly HiddenTurns[]): void {
    if (this.#view === undefined) return;
    const { cells, more } = this.#view;
    const staying = after === undefined ? [] : cells.filter(({ id }) => id <= after);
    if (staying.length === 0 && more) return this.#options.events.stale();
    this.#change({ cells: staying, more: more && staying.length > 0, hidden });
  }

  /** CP-3. The live message stays. */
  #compact(summary: StoredMessage, hidden: readonly HiddenTurns[]): void {
    this.#summary = summary;
    if (this.#view !== undefined) this.#change({ ...summarised(this.#view, summary), hidden });
  }

  /** PR-2. A message that is not loaded brings its marks along when it is. */
  #prune(id: MessageId, pruned: PrunedOutput[]): void {
    if (this.#live?.id === id) return this.#live.prune(pruned);
    const cell = this.#view?.cells.find((one) => one.id === id);
    cell?.set({ ...cell.get().message, pruned }, false);
  }

  #place(cell: MessageCell): void {
    if (this.#view !== undefined) this.#change({ cells: placeCell(this.#view.cells, cell) });
  }

  #show(): void {
    this.#shown = true;
    this.#change({});
  }

  #change(change: Partial<AttachedView>): void {
    if (this.#view === undefined || this.#closed) return;
    this.#view = { ...this.#view, ...change };
    if (this.#shown) this.#options.events.change(this.#view);
  }
}
