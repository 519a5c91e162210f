/** Makes, lists, reads, names, archives and searches sessions (SE-1), and lets windows follow them. */

import { usualAgent } from "../../../src-preload/contract/domain/agents";
import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { foldQuery } from "../../../src-preload/contract/domain/matching";
import type {
  FoundInSession,
  MessagePage,
  StoredMessage,
} from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  Created,
  CreateRequest,
  HistoryPage,
  HistoryRequest,
  ListRequest,
  PageRequest,
  SessionRef,
  StretchRequest,
} from "../../../src-preload/contract/domain/requests";
import type {
  SessionList,
  SessionStatus,
  SessionSummary,
  SessionView,
} from "../../../src-preload/contract/domain/sessions";
import type { SessionUsage } from "../../../src-preload/contract/domain/usage";
import { BraidError } from "../braid-error";
import type { Emitter } from "../emitter";
import { inEnglish } from "../english";
import type { Feeds } from "../feed/feeds";
import type { FeedHandle, FeedSink } from "../feed/session-feed";
import type { NewSession } from "../ports/session-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { draftKey } from "./drafts";
import { listHistory } from "./history";
import { listPage } from "./listing";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import type { SessionQueue } from "./queue";
import type { ReadState } from "./read-state";
import { snapshotOf } from "./snapshot";
import { tellCreated } from "./tell-hooks";
import { firstNames } from "./title-text";
import type { Titles } from "./titles";
import type { Turns } from "./turns";

interface Areas {
  news: SessionNews;
  turns: Turns;
  queue: SessionQueue;
  readState: ReadState;
  titles: Titles;
}

export class Sessions {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "ids" | "clock" | "models" | "hooks">,
    private readonly feeds: Feeds,
    private readonly areas: Areas,
  ) {}

  /** App-wide news. */
  get events(): Emitter<CoreEvent> {
    return this.areas.news.events;
  }

  /**
   * With `text` or `attachments`, the first message is stored in the same transaction and answered. The transaction deletes `draft`, which `writer` wrote.
   */
  create(input: CreateRequest, writer?: string): Created {
    const session = this.newSession(input);
    const { text = "", attachments = [] } = input;
    if (input.text === undefined && attachments.length === 0) return this.createEmpty(session);
    const draft = draftKey(input.draft, writer);
    const asked = { text, attachments, attended: input.attended };
    return this.areas.turns.ask(session, asked, (message, answer) => {
      const created = this.deps.store.createSession(session, { message, answer, draft });
      tellCreated(this.deps, created.session);
      return { result: created, message: created.message };
    });
  }

  private newSession({
    text,
    attachments,
    model,
    workspace_root,
    title,
    untitled,
    overrides,
    agent,
  }: CreateRequest): NewSession & { model: ModelRef } {
    const { ids, clock, models } = this.deps;
    const folder = workspace_root === undefined ? {} : { workspace_root };
    return {
      id: ids.session(),
      title: title ?? (firstNames({ text, attachments }) || (untitled ?? inEnglish(say("session.untitled")))),
      ...(title === undefined ? {} : { titled_by: "user" as const }),
      agent: agent ?? usualAgent(workspace_root),
      model: modelOfTurn(models, folder, model),
      ...folder,
      ...(overrides === undefined ? {} : { overrides }),
      now: clock.now(),
    };
  }

  private createEmpty(session: NewSession): Created {
    const created = this.deps.store.createSession(session);
    tellCreated(this.deps, created.session);
    this.events.emit({ type: "session-changed", session: created.session });
    return created;
  }

  /** A page by recency, from an index alone (SE-1). With a filter a page may be short although there are more: see `next`. */
  list(query: ListRequest): SessionList {
    return listPage(this.deps, query);
  }

  /** State apart from billing; never waits for a running turn (SE-1). */
  read({ session_id }: SessionRef): SessionView {
    return this.areas.news.read(session_id);
  }

  /** Messages before the first one that a window has. */
  messages({ session_id, before, limit }: PageRequest): MessagePage {
    this.read({ session_id });
    return this.deps.store.page(session_id, { before, limit });
  }

  /** Outlines of messages before the first one that a window has. */
  outline({ session_id, before, limit }: PageRequest): MessagePage {
    this.read({ session_id });
    return this.deps.store.outline(session_id, { before, limit });
  }

  /** The last message of the thread, with the session's title. */
  newest(session_id: SessionId): { title: string; message: StoredMessage | undefined } {
    const { session } = this.read({ session_id });
    return { title: session.title, message: this.deps.store.page(session_id, { limit: 1 }).messages.at(-1) };
  }

  rename({ session_id, title }: SessionRef & { title: string }): SessionSummary {
    this.read({ session_id });
    this.deps.store.renameSession(session_id, title);
    this.areas.titles.drop(session_id);
    return this.areas.news.announce(session_id);
  }

  /** A running turn goes on to its end (SE-2); only the list changes. */
  archive({ session_id }: SessionRef): SessionSummary {
    return this.setArchived(session_id, true);
  }

  unarchive({ session_id }: SessionRef): SessionSummary {
    return this.setArchived(session_id, false);
  }

  private setArchived(session_id: SessionId, archived: boolean): SessionSummary {
    this.read({ session_id });
    this.deps.store.archiveSession(session_id, archived, this.deps.clock.now());
    return this.areas.news.announce(session_id);
  }

  /**
   * Returns true where the session no longer exists (SE-9). A session that cannot be read now is not gone: its window tells the failure.
   */
  isGone(session_id: SessionId): boolean {
    try {
      return this.deps.store.session(session_id) === undefined;
    } catch {
      return false;
    }
  }

  status({ session_id }: SessionRef): SessionStatus {
    this.read({ session_id });
    return this.deps.state.status(session_id);
  }

  /** The session that this one works for now as its helper (AG-2). */
  askerOf(session_id: SessionId): SessionId | undefined {
    return this.deps.state.askerOf(session_id);
  }

  /** Searches all visible messages but the live one, which its window searches. */
  async find({ session_id, text }: SessionRef & { text: string }): Promise<FoundInSession> {
    this.read({ session_id });
    const needle = foldQuery(text);
    if (needle === "") return { matches: [], more: false };
    const without = this.feeds.has(session_id) ? this.feeds.of(session_id).liveMessageId : undefined;
    return await this.deps.store.find({ session_id, needle, ...(without === undefined ? {} : { without }) });
  }

  /**
   * The text of the visible messages as Markdown, each under its speaker's name.
   * @throws BraidError `INVALID_INPUT` for more than the clipboard should hold
   */
  async text(range: StretchRequest, names: { user: string; assistant: string }): Promise<string> {
    this.read(range);
    const text = await this.deps.store.transcriptText({ ...range, names });
    if (text === undefined)
      throw new BraidError("INVALID_INPUT", say("copy.too-long.message"), {
        hint: say("copy.too-long.hint"),
      });
    return text;
  }

  /** TK-4: what was spent for the session, by purpose and model. */
  async usage({ session_id }: SessionRef): Promise<SessionUsage> {
    this.read({ session_id });
    return await this.deps.store.usage(session_id);
  }

  /** The user's own words, newest first: in this session, then in all others. */
  history(input: HistoryRequest): HistoryPage {
    return listHistory(this.deps.store, input);
  }

  /** LY-4: reading and subscribing are one synchronous step. `detach` of the handle never aborts a run (LY-3). */
  attach(session_id: SessionId, sink: FeedSink): FeedHandle {
    // Throws for a session that does not exist, before a feed is made for it.
    this.read({ session_id });
    this.areas.readState.noteShown(session_id);
    const feed = this.feeds.of(session_id);
    const queue = this.areas.queue.of(session_id);
    const snapshot = snapshotOf(this.deps, this.read({ session_id }), feed.liveMessageId, queue);
    return feed.attach(snapshot, sink);
  }
}
