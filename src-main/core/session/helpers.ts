/** Runs helpers (AG-2): each in a session of its own, on the loop of all sessions, and linked to the call that it works for. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { Overrides } from "../../../src-preload/contract/domain/sessions";
import type { HelperEnd } from "../../../src-preload/contract/domain/tools";
import { inEnglish } from "../english";
import type { Feeds } from "../feed/feeds";
import { type HelperAnswer, type HelperOrder, type HelperWork, MOST_DEPTH } from "../ports/helpers";
import type { ToolCallContext } from "../ports/tools";
import { HOST_CLOSING, PARENT_STOPPED } from "../run/run-state";
import { agentOfSession, toolsOfSession } from "../run/tools-of";
import type { TurnDeps } from "../run/turn-context";
import type { TurnEnding, TurnEvents } from "../run/turn-events";
import { Slots } from "../slots";
import { ProgressOfHelper } from "./helper-progress";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import { tellCreated } from "./tell-hooks";
import { firstWords } from "./title-text";
import type { Turns } from "./turns";

/** Helpers of one session that work at once. */
const MOST_AT_ONCE = 4;

export class Helpers implements HelperWork {
  /** By the session that they work for. */
  private readonly places = new Map<SessionId, { slots: Slots; used: number }>();

  constructor(
    private readonly deps: Pick<
      TurnDeps,
      "store" | "state" | "ids" | "clock" | "models" | "agents" | "hooks" | "tools"
    >,
    private readonly feeds: Feeds,
    private readonly news: Pick<SessionNews, "read" | "events">,
    private readonly turns: Pick<Turns, "ask">,
    private readonly events: TurnEvents,
  ) {}

  async run(order: HelperOrder, context: ToolCallContext): Promise<HelperAnswer> {
    const { session_id: parent_id, signal } = context;
    const place = this.places.get(parent_id) ?? { slots: new Slots(MOST_AT_ONCE), used: 0 };
    this.places.set(parent_id, place);
    place.used += 1;
    try {
      return await place.slots.run(signal, () => this.work(order, context));
    } finally {
      place.used -= 1;
      if (place.used === 0) this.places.delete(parent_id);
    }
  }

  private async work(order: HelperOrder, context: ToolCallContext): Promise<HelperAnswer> {
    const helpers = await this.deps.agents.helpers();
    if (!helpers.some(({ name }) => name === order.agent))
      throw new Error(`There is no helper "${order.agent}".`);
    const overrides = await this.overridesIn(context.session_id);
    const id = this.deps.ids.session();
    const endHelp = this.deps.state.beginHelp(id, context.session_id);
    try {
      this.begin(id, order, context, overrides);
      return await this.report(id, order, context);
    } finally {
      endHelp();
    }
  }

  private async report(id: SessionId, order: HelperOrder, context: ToolCallContext): Promise<HelperAnswer> {
    const progress = new ProgressOfHelper(id, order.agent, context.report);
    try {
      const ending = await this.ended(id, context, progress);
      const { steps } = progress;
      return { session_id: id, steps, tokens: this.deps.store.usedTokens(id), ...this.answerOf(id, ending) };
    } finally {
      progress.end();
      // RN-3: what a helper takes counts for the session that it works for.
      context.spend?.(this.deps.store.usedTokens(id));
    }
  }

  /** PM-3: a helper has no tool that the agent which asks it lacks. */
  private async overridesIn(parent_id: SessionId): Promise<Overrides | undefined> {
    const { overrides } = this.news.read(parent_id).session;
    const agent = await agentOfSession(this.deps, parent_id);
    if (agent.tools === undefined) return overrides;
    const tools = await toolsOfSession(this.deps, parent_id, agent);
    return { ...overrides, tools: [...tools.keys()] };
  }

  /** Makes the helper's session with its order, and begins its turn. @throws Error for the model */
  private begin(
    id: SessionId,
    { agent, description, prompt }: HelperOrder,
    context: ToolCallContext,
    overrides: Overrides | undefined,
  ): void {
    const { store, models, clock } = this.deps;
    const { session_id: parent_id, tool_call_id } = context;
    if (store.taskDepth(parent_id) >= MOST_DEPTH)
      throw new Error(`Helpers of helpers end at a depth of ${MOST_DEPTH}. Do the work yourself.`);
    const parent = this.news.read(parent_id).session;
    const session = {
      id,
      title: firstWords(description) || agent,
      titled_by: "words" as const,
      agent,
      // The parent's model with its thinking level: its choice counts for the work that it hands on.
      model: modelOfTurn(models, parent, parent.model),
      ...(parent.workspace_root === undefined ? {} : { workspace_root: parent.workspace_root }),
      ...(overrides === undefined ? {} : { overrides }),
      task: { parent_id, tool_call_id },
      now: clock.now(),
    };
    const attended = context.attended === false ? false : undefined;
    this.turns.ask(session, { text: prompt, attended }, (message, answer) => {
      const created = store.createSession(session, { message, answer });
      tellCreated(this.deps, created.session);
      return { result: undefined, message: created.message };
    });
  }

  /** Resolves when the helper's turn has ended. Its session waits with it for its user (ST-1), and ends with the call (AB-3). */
  private ended(id: SessionId, context: ToolCallContext, progress: ProgressOfHelper): Promise<TurnEnding> {
    const { signal } = context;
    const stop = () => this.stop(id, signal.reason);
    let waiting = false;
    const setWaiting = (now: boolean) => {
      if (now === waiting) return;
      waiting = now;
      context.waits?.(now);
      progress.setWaiting(now);
    };
    const untap = this.feeds.of(id).tap((event) => progress.take(event));
    return new Promise<TurnEnding>((resolve) => {
      const off = this.events.on((event) => {
        if (event.session_id !== id) return;
        if (event.type === "status") setWaiting(event.status.state === "waiting");
        if (event.type !== "ended") return;
        setWaiting(false);
        off();
        untap();
        signal.removeEventListener("abort", stop);
        resolve(event.ending);
      });
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
    });
  }

  /** When the app closes each session ends by itself: an open question of a helper stays (LY-6). */
  private stop(id: SessionId, reason: unknown): void {
    const { state } = this.deps;
    if (reason !== HOST_CLOSING && state.isRunning(id)) state.abort(id, PARENT_STOPPED);
  }

  private answerOf(id: SessionId, ending: TurnEnding): Pick<HelperAnswer, "text" | "ended"> {
    const { store } = this.deps;
    if (store.session(id) === undefined)
      return { text: "The user has deleted the helper's session. Nothing came of it.", ended: "stopped" };
    const last = store.page(id, { limit: 1 }).messages.at(-1);
    const said = last?.role === "assistant" ? lastWords(last) : "";
    const ended = endOf(last, ending);
    if (ended === undefined) return { text: said || "The helper ended without a word." };
    const why = endInWords(ended, last);
    return { text: said === "" ? why : `${why} Its last words:\n\n${said}`, ended };
  }
}

/** The words behind the last call; of an answer without any, all words. */
function lastWords({ parts }: StoredMessage): string {
  const call = parts.findLastIndex((part) => "toolCallId" in part);
  const textOf = (from: number) =>
    parts
      .slice(from)
      .flatMap((part) => (part.type === "text" ? [part.text] : []))
      .join("\n")
      .trim();
  return textOf(call + 1) || textOf(0);
}

/** Undefined where a helper was done. */
function endOf(last: StoredMessage | undefined, ending: TurnEnding): HelperEnd | undefined {
  if (ending === "failed" || ending === "stopped") return ending;
  const reason = last?.metadata.finish_reason;
  return reason === "tool-limit" || reason === "token-budget" ? reason : undefined;
}

/** Tells the model that asked why a helper was not done. */
function endInWords(ended: HelperEnd, last: StoredMessage | undefined): string {
  switch (ended) {
    case "failed": {
      const error = last?.metadata.error;
      return `The helper failed: ${error === undefined ? "its answer broke off." : inEnglish(error.message)}`;
    }
    case "stopped":
      return "The helper was stopped before it was done.";
    case "tool-limit":
      return "The helper reached its limit of steps before it was done.";
    case "token-budget":
      return "The helper used up its tokens before it was done.";
  }
}
