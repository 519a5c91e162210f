/**
 * The service of the core (LY-2): builds its areas once, and says in one place what follows a turn's events. Surfaces call areas and
 * nothing beneath them. Every verb may throw `BraidError`: `SESSION_NOT_FOUND` for an unknown id, `STORE_UNAVAILABLE` where the disk fails.
 */

import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { Calibration } from "../context/estimate";
import { Emitter } from "../emitter";
import { Feeds } from "../feed/feeds";
import { OpenQuestions } from "../permissions/open-questions";
import type { HelperWork } from "../ports/helpers";
import { RunState } from "../run/run-state";
import type { TurnDeps } from "../run/turn-context";
import type { TurnEvent, TurnEvents } from "../run/turn-events";
import { commandsEnded } from "../tools/command/running";
import type { CompareOptions } from "../tools/files/compare-thread";
import { type Agents, agentsArea } from "./agents";
import { Attachments } from "./attachments";
import { BackgroundRuns } from "./background-runs";
import { Branches } from "./branches";
import { Changes } from "./changes";
import { Compactions } from "./compactions";
import { Compare } from "./compare";
import { ContextArea } from "./context";
import { Drafts } from "./drafts";
import type { Imports } from "./imports";
import type { Labels } from "./labels";
import { laterHelpers } from "./later-helpers";
import { Leaving } from "./leaving";
import type { ModelBranches } from "./model-branches";
import { SessionNews } from "./news";
import { Permissions } from "./permissions";
import { Preparing } from "./preparing";
import { PromptHistory } from "./prompt-history";
import { Prompts } from "./prompts";
import { Pruning } from "./pruning";
import { SessionQueue } from "./queue";
import { ReadState, type ReadStateDeps } from "./read-state";
import { Search } from "./search";
import { Sessions } from "./sessions";
import { Sidecars } from "./sidecars";
import { tellSaved } from "./tell-hooks";
import { Timeline } from "./timeline";
import { Titles, type TitlesDeps } from "./titles";
import { Trash } from "./trash";
import { Turns } from "./turns";
import { Undo } from "./undo";

/** One field an area. */
export interface SessionService {
  sessions: Sessions;
  turns: Turns;
  queue: SessionQueue;
  timeline: Timeline;
  undo: Undo;
  branches: Branches;
  /** Loaded by the first branch for another model. */
  modelBranches(): Promise<ModelBranches>;
  sidecars: Sidecars;
  compare: Compare;
  compactions: Compactions;
  prompts: Prompts;
  context: ContextArea;
  pruning: Pruning;
  drafts: Drafts;
  trash: Trash;
  /** Loaded by the first import. */
  imports(): Promise<Imports>;
  readState: ReadState;
  permissions: Permissions;
  changes: Changes;
  agents: Agents;
  attachments: Attachments;
  backgroundRuns: BackgroundRuns;
  search: Search;
  /** Loaded by the first question about labels. */
  labels(): Promise<Labels>;
  promptHistory: PromptHistory;
}

export interface SessionServiceDeps
  extends Omit<TurnDeps, "state" | "calibration" | "questions">,
    CompareOptions {
  /** App-wide news. */
  events: Emitter<CoreEvent>;
  titling: Pick<TitlesDeps, "agent" | "onFailure">;
  isSeen: ReadStateDeps["isSeen"];
}

/** The service, and the rights that only its owner has. */
export interface OwnedService {
  service: SessionService;
  state: RunState;
  /** Works for the tool `task`. */
  helpers: HelperWork;
  /** Interrupts all runs. Resolves when the service does not touch the store any more. */
  close(): Promise<void>;
}

export function createSessionService(given: SessionServiceDeps): OwnedService {
  const turnEvents: TurnEvents = new Emitter();
  const state = new RunState(given.clock, turnEvents);
  const forget = (session_id: SessionId): void => {
    state.forget(session_id);
    queue.forgetIdle(session_id);
  };
  const feeds = new Feeds((session_id) => state.isRunning(session_id), forget);
  const deps = { ...given, state, feeds, calibration: new Calibration(), questions: new OpenQuestions() };
  const news = new SessionNews(deps, feeds, given.events);
  const context = new ContextArea(deps, news);
  news.moved.on((session_id) => context.recount(session_id));
  const titles = new Titles({
    ...deps,
    ...given.titling,
    onDecided: (session_id) => news.announce(session_id),
  });
  news.events.on((event) => {
    // Nobody pays for the title of a session in the trash. One that is restored is named after its next turn.
    if (event.type === "sessions-removed") for (const id of event.session_ids) titles.drop(id);
  });
  const readState = new ReadState({ ...deps, news });
  const turns = new Turns(deps, feeds, news, turnEvents);
  const queue = new SessionQueue(deps, feeds, news, turns);
  const permissions = new Permissions(deps, news, turns);
  const sessions = new Sessions(deps, feeds, { news, turns, queue, readState, titles });
  const backgroundRuns = new BackgroundRuns(
    given.clock,
    given.events,
    turnEvents,
    (session_id) => given.store.taskDepth(session_id) > 0,
  );
  const changes = new Changes(deps, news, turnEvents);
  const leaving = new Leaving(deps, news, turns, turnEvents);
  const timeline = new Timeline(deps, news, turns, leaving);
  const branches = new Branches(deps, feeds, news, leaving);
  const sidecars = new Sidecars(deps, news, branches, titles);
  const helpers = laterHelpers(deps, feeds, news, turns, turnEvents);
  const trash = new Trash(deps, news, branches, sidecars);
  const imports = async () => new (await import("./imports")).Imports(deps, feeds, news, trash);
  const compactions = new Compactions(deps, news, turns, turnEvents);
  const modelBranches = async () =>
    new (await import("./model-branches")).ModelBranches(deps, news, branches, compactions);
  const pruning = new Pruning(deps, news, turns);
  const undo = new Undo(deps, news, {
    ...{ sessions, timeline, compactions, pruning, trash, sidecars, imports },
  });
  const preparing = new Preparing(deps, feeds);
  turnEvents.on((event) => follow(event, deps, { news, readState, titles, preparing, queue, context }));
  return {
    service: {
      ...{ sessions, turns, queue, timeline, undo, branches, modelBranches, sidecars },
      ...{ compactions, pruning, context, trash, readState, imports },
      ...{ permissions, changes, backgroundRuns },
      ...independentAreas(deps, news),
    },
    state,
    helpers,
    async close() {
      const closing = Promise.all([titles.close(), preparing.close(), branches.close(), context.close()]);
      state.interruptAll();
      await state.ended();
      await backgroundRuns.close();
      await commandsEnded();
      await closing;
      feeds.close();
    },
  };
}

/** The areas that need no other, and that no other needs. */
function independentAreas(deps: TurnDeps, news: SessionNews) {
  let labels: Promise<Labels> | undefined;
  return {
    compare: new Compare(deps.store, news),
    drafts: new Drafts(deps, news),
    prompts: new Prompts(deps, news),
    agents: agentsArea(deps, news),
    attachments: new Attachments(deps),
    labels: () => (labels ??= import("./labels").then(({ Labels }) => new Labels(deps, news))),
    promptHistory: new PromptHistory(deps, news),
    search: new Search(deps.store),
  };
}

interface Followers extends Pick<SessionService, "readState" | "queue" | "context"> {
  news: SessionNews;
  titles: Titles;
  preparing: Preparing;
}

/** Does what follows an event of a turn. Never throws: nobody waits for it. */
function follow(
  event: TurnEvent,
  { store, hooks, clock, feeds }: Pick<TurnDeps, "store" | "hooks" | "clock"> & { feeds: Feeds },
  { news, readState, titles, preparing, queue, context }: Followers,
): void {
  const { session_id } = event;
  switch (event.type) {
    case "status":
      feeds.of(session_id).publish({ type: "status", status: event.status });
      news.events.emit({ type: "status-changed", session_id, status: event.status });
      if (event.status.state === "waiting") readState.noteNews(session_id);
      break;
    case "began":
      context.drop(session_id);
      preparing.drop(session_id);
      // A user who sends a message has read the session.
      if (event.by === "user") news.inBackground(() => readState.noteSeen(session_id));
      news.inBackground(() => news.announce(session_id));
      break;
    case "ended":
      news.inBackground(() => tellEnd(session_id, { store }, news, readState));
      news.inBackground(() =>
        tellSaved({ store, hooks, clock }, session_id, () => news.announce(session_id)),
      );
      titles.consider(session_id);
      context.recount(session_id);
      queue.afterTurn(session_id, event.ending);
      if (event.ending === "well") preparing.consider(session_id);
      break;
    case "work-ended":
      news.inBackground(() => store.session(session_id) && news.announce(session_id));
      queue.afterTurn(session_id, event.ending);
  }
}

/** The turn's end moves the session in the list and changes its rollups. */
function tellEnd(
  session_id: SessionId,
  { store }: Pick<TurnDeps, "store">,
  news: SessionNews,
  readState: ReadState,
): void {
  // The session may have been put into the trash meanwhile.
  if (store.session(session_id) === undefined) return;
  readState.markNews(session_id);
  news.announce(session_id);
}
