/** A tool call on one calm line: its state, what it does to what, and how it ended. The opened part shows its input and output. */

import { Check, Circle, CircleAlert, Hand, X } from "lucide-react";
import { useContext, useEffect, useMemo, useRef } from "react";
import { nameOfCall, type ToolPart } from "../../../../../src-preload/contract/domain/call-texts";
import { TOOL_ENDS } from "../../../../../src-preload/contract/domain/messages";
import { say } from "../../../../platform/announce";
import { call } from "../../../../platform/bridge";
import { count, duration } from "../../../../platform/language/numbers";
import { useTranslation } from "../../../../platform/language/use-translation";
import { once } from "../../../../platform/once";
import { visible } from "../../../../platform/visible";
import { doing, showSession } from "../../../../thread/actions";
import { ChangeCounts } from "../../../../thread/diff/change-counts";
import { type DrawnPart, FINDABLE, type Pruned, todosOf } from "../../../../thread/parts";
import { mainThread, useThread, useThreadDrawn } from "../../../../thread/thread";
import { seenTodos } from "../../../../thread/todos";
import { isFree } from "../../../../thread/view/session-view";
import { refusing, tip } from "../../../../ui/tooltip";
import { FoldedTexts } from "../../folded-texts";
import { CellContext, useFocusNoted, useOpened } from "../../opened";
import { useFolder } from "../asked/use-folder";
import {
  badEndOf,
  diffsOf,
  type Ending,
  failureOf,
  fieldsOf,
  type HelperOfCall,
  helperOf,
  knownTool,
  phaseOf,
  timeOf,
  todosOfCall,
} from "./call";
import { newestLine, objectOf } from "./call-words";
import { Details } from "./tool-details";
import "./tool-line.css";

/**
 * Returns true if the call may have run, but nobody saw its end, and nothing repeats it (LY-6). A call whose input was never complete did
 * not run, and has no input. The exact input is a click away.
 */
const mayHaveRun = (part: ToolPart): boolean =>
  failureOf(part) === TOOL_ENDS["host-restart"] && part.input !== undefined;

const ENDS = Object.keys(TOOL_ENDS) as (keyof typeof TOOL_ENDS)[];

/** A tool's own error is shown as it is. The errors that Braid writes are translated. A folded call stands for its error in a search. */
function ErrorText({ text, isFolded }: { text: string; isFolded: boolean }) {
  const { t } = useTranslation("chat");
  const end = ENDS.find((one) => TOOL_ENDS[one] === text);
  return end === undefined ? <span {...(isFolded ? {} : FINDABLE)}>{text}</span> : t(`tool.ends.${end}`);
}

function StateIcon({ part }: { part: ToolPart }) {
  if (failureOf(part) !== undefined || part.state === "output-denied") return <X />;
  if (part.state === "approval-requested" || helperOf(part)?.waiting) return <Hand />;
  if (phaseOf(part) !== "done") return <Circle />;
  return badEndOf(part) === undefined ? <Check /> : <CircleAlert />;
}

/** Says that the model does not read all of an output, and brings it back (PR-2). What is shown here is always whole. */
function PrunedNote({ level, ...place }: Pruned) {
  const { t } = useTranslation("compaction");
  const isRead = useThreadDrawn(({ timeline }) => timeline !== undefined);
  return (
    <p className="tool-pruned">
      {t(`pruned.${level}`)} {isRead ? null : <BringBack {...place} />}
    </p>
  );
}

/** Says that the model reads a summary of the output (RN-6). The opened part shows both. */
function SummaryNote() {
  const { t } = useTranslation("compaction");
  return <p className="tool-pruned">{t("output-summary.note")}</p>;
}

function BringBack(place: Omit<Pruned, "level">) {
  const { t } = useTranslation("compaction");
  const whenFree = useTranslation("rewind").t("when-free");
  const refusal = useThreadDrawn(isFree) ? undefined : whenFree;
  const back = () =>
    doing(() => once(`back ${place.message_id} ${place.index}`, () => call("prune.back", place)));
  return (
    <button
      type="button"
      className="button button-link"
      data-once=""
      {...refusing(refusal)}
      onClick={() => (refusal === undefined ? back() : say(refusal))}
    >
      {t("pruned.back")}
    </button>
  );
}

/** The verb in the reader's language; the name of a tool that Braid does not know. */
function Verb({ part }: { part: ToolPart }) {
  const { t } = useTranslation("tools");
  const name = nameOfCall(part);
  const tool = knownTool(name);
  if (tool === undefined) return name;
  const verb = tool === "bash" && fieldsOf(part.input).background === true ? "background" : tool;
  return t(`verb.${verb}.${phaseOf(part)}`);
}

function EndingWords({ ending }: { ending: Ending }) {
  const { t } = useTranslation("tools");
  if ("code" in ending) return t("exit-code", { code: ending.code });
  if ("signal" in ending) return t("by-signal");
  if ("helper" in ending) return t(`helper.ended.${ending.helper}`);
  return t("timed-out", { duration: duration(ending.timed_out_ms) });
}

/** The state of a call with an output, which may be one that is not whole. */
const SHOWN = { doing: "input-available", done: "output-available", do: "output-error" } as const;

const STOPPED: readonly unknown[] = [TOOL_ENDS.stopped, TOOL_ENDS["parent-stopped"]];
const isStopped = (part: ToolPart): boolean => STOPPED.includes(failureOf(part));

/** The state in words. It is not seen where the icon and the line say it. */
function StateWords({ part }: { part: ToolPart }) {
  const { t } = useTranslation("chat");
  const phase = phaseOf(part);
  const { state } = part;
  const shown = state === "output-available" ? SHOWN[phase] : state;
  if (isStopped(part)) return t("tool.state.stopped");
  const isOpen = phase === "doing" || state === "approval-requested";
  const asks = (isOpen && nameOfCall(part) === "question") || (phase === "doing" && helperOf(part)?.waiting);
  return (
    <span className={phase === "done" ? "unseen" : undefined}>
      {asks ? t("status.waiting") : t(`tool.state.${shown}`)}
    </span>
  );
}

/** How the call stands, or ended: its exit code, its time, its state. */
function Facts({ part }: { part: ToolPart }) {
  const ending = badEndOf(part);
  const ms = timeOf(part);
  return (
    <span className="tool-state">
      {ending === undefined ? null : (
        <span className="tool-bad-end">
          <EndingWords ending={ending} />
        </span>
      )}
      {ms === undefined ? null : <span>{duration(ms)}</span>}
      {ending !== undefined && "helper" in ending ? null : <StateWords part={part} />}
    </span>
  );
}

/** The newest line of a call that runs: of its output, or of what its helper does. */
function useNewest(part: ToolPart): string {
  const { t } = useTranslation("tools");
  if (phaseOf(part) !== "doing") return "";
  const helper = helperOf(part);
  if (helper === undefined) return newestLine(part);
  const { steps = 0, tool } = helper;
  if (steps === 0) return "";
  const step = t("helper.step", { shown: count(steps) });
  return tool === undefined ? step : `${step} · ${visible(tool)}`;
}

/** Says who works for a call, and what the helper took in the end; leads to its session, where its user may be asked. */
function HelperNote({ part, helper }: { part: ToolPart; helper: HelperOfCall }) {
  const { t } = useTranslation("tools");
  const { session_id, agent, steps = 0, tokens = 0, waiting } = helper;
  const words: string[] = [];
  if (agent !== undefined) words.push(visible(agent));
  if (waiting) words.push(t("helper.waiting"));
  // The line itself tells the steps of a helper that works.
  if (phaseOf(part) !== "doing") {
    if (steps > 0) words.push(t("helper.steps", { count: steps, shown: count(steps) }));
    if (tokens > 0) words.push(t("helper.tokens", { count: tokens, shown: count(tokens) }));
  }
  const open = () => {
    showSession(session_id);
    mainThread.focusComposer();
  };
  return (
    <p className="tool-helper">
      {words.length === 0 ? null : <span>{words.join(" · ")}</span>}
      <button
        type="button"
        className="button button-link"
        aria-label={t("helper.open-named", { work: objectOf(part, undefined) })}
        onClick={open}
      >
        {t("helper.open")}
      </button>
    </p>
  );
}

/** Offers the ways on from a call of which nobody knows the end (LY-6), under the last answer. The end of the answer offers to go on. */
function WaysOn({ part, onLook }: { part: ToolPart; onLook: () => void }) {
  const { t } = useTranslation("chat");
  const thread = useThread();
  const folder = useFolder();
  const cell = useContext(CellContext);
  const isLast = useThreadDrawn(
    ({ cells, timeline }) => timeline === undefined && cell !== undefined && cells.at(-1) === cell,
  );
  if (!isLast) return null;
  // The user reads and sends the request, so nothing is repeated unasked, and the new call is judged like any other.
  const ask = () => {
    const words = `${nameOfCall(part)} ${objectOf(part, folder)}`.trim();
    thread.insert(t("tool.ask-again", { call: words }), "end");
    thread.focusComposer();
  };
  const hint = t("tool.run-again-tip");
  return (
    <span className="tool-ways">
      <button type="button" className="button button-link" onClick={onLook}>
        {t("tool.look")}
      </button>
      <button
        type="button"
        className="button button-link"
        aria-description={hint}
        {...tip(hint)}
        onClick={ask}
      >
        {t("tool.run-again")}
      </button>
    </span>
  );
}

function Line({ part }: { part: ToolPart }) {
  const folder = useFolder();
  const object = objectOf(part, folder);
  const newest = useNewest(part);
  const helperIsAsked = nameOfCall(part) === "task";
  const diffs = diffsOf(part);
  return (
    <>
      <StateIcon part={part} />
      <span className="tool-name">
        <Verb part={part} />
      </span>
      {object === "" ? null : (
        <code
          className="tool-brief one-line"
          dir={helperIsAsked ? "auto" : "ltr"}
          data-words={helperIsAsked || undefined}
        >
          {object}
        </code>
      )}
      {diffs.length === 0 ? null : <ChangeCounts diffs={diffs} />}
      {/* Screen readers read a line that changes at every moment in the opened part. */}
      <span className="tool-newest one-line" aria-hidden="true">
        <bdi>{newest}</bdi>
      </span>
      <Facts part={part} />
    </>
  );
}

/**
 * Tells the thread the list of things to do of a live message, when this call has brought one. A call that is built again may be an older
 * one: the newest list of the message counts.
 */
function useTellTodos(part: ToolPart, live: boolean): void {
  const thread = useThread();
  const cell = useContext(CellContext);
  useEffect(() => {
    if (!live || cell === undefined || todosOfCall(part) === undefined) return;
    const todos = todosOf(cell.get().message);
    if (todos === undefined) return;
    const { id: message_id, session_id } = cell.get().message;
    seenTodos(thread).setState({ newest: { message_id, session_id, todos } });
  }, [thread, cell, part, live]);
}

export function ToolLine({ name: place, part, live, pruned, summary, pictures }: DrawnPart<ToolPart>) {
  const { t } = useTranslation("chat");
  const [open, setOpen] = useOpened(place);
  const noted = useFocusNoted(place);
  const failure = failureOf(part);
  const helper = helperOf(part);
  const line = useRef<HTMLElement>(null);
  const parts = useMemo(() => [part], [part]);
  const look = () => {
    setOpen(true);
    line.current?.focus();
  };
  useTellTodos(part, live);
  return (
    <div
      className="tool"
      data-tool-state={part.state}
      data-phase={phaseOf(part)}
      data-waiting={helper?.waiting}
    >
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} {...noted}>
        <summary ref={line}>
          <Line part={part} />
        </summary>
        {open ? (
          <Details part={part} summary={summary} pictures={pictures} />
        ) : (
          <FoldedTexts parts={parts} unfold={() => setOpen(true)} />
        )}
      </details>
      {helper === undefined ? null : <HelperNote part={part} helper={helper} />}
      {pruned === undefined ? null : <PrunedNote {...pruned} />}
      {summary === undefined || pruned !== undefined ? null : <SummaryNote />}
      {failure !== undefined && failure !== TOOL_ENDS.stopped ? (
        <p className="tool-error">
          <ErrorText text={failure} isFolded={!open} />
          {mayHaveRun(part) ? (
            <>
              {`. ${t("tool.may-have-run")}`} <WaysOn part={part} onLook={look} />
            </>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
