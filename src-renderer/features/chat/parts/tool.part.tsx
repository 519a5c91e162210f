/** A tool call on one line: its state, name and input. The opened part shows the whole input and output. */

import type { DynamicToolUIPart, ToolUIPart } from "ai";
import { Check, Circle, X } from "lucide-react";
import { useId } from "react";
import { TOOL_ENDS } from "../../../../src-preload/contract/domain/messages";
import { say } from "../../../platform/announce";
import { call } from "../../../platform/bridge";
import { useTranslation } from "../../../platform/language/use-translation";
import { once } from "../../../platform/once";
import { doing } from "../../../thread/actions";
import type { DrawnPart, PartKind, Pruned } from "../../../thread/parts";
import { useThreadDrawn } from "../../../thread/thread";
import { isFree } from "../../../thread/view/session-view";
import { refusing } from "../../../ui/tooltip";
import { useOpened } from "../opened";

type ToolPart = ToolUIPart | DynamicToolUIPart;

/** The characters of an input on the line. The opened part has all of it. */
const BRIEF = 160;

function asText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

function inputOf(part: ToolPart): string {
  if (part.state === "input-streaming") return asText("rawInput" in part ? part.rawInput : part.input);
  if (part.input === undefined && "rawInput" in part) return asText(part.rawInput);
  return asText(part.input);
}

/** Returns the input of a call on one line: its values, without braces. */
function brief(part: ToolPart): string {
  const { input } = part;
  const streaming = part.state === "input-streaming";
  const text =
    !streaming && typeof input === "object" && input !== null
      ? Object.values(input)
          .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
          .join("  ")
      : inputOf(part).slice(-BRIEF);
  return text.replace(/\s+/g, " ").slice(0, BRIEF);
}

/**
 * Returns true if the call may have run, but nobody saw its end, and nothing repeats it (LY-6). A call whose input was never complete did
 * not run, and has no input. The exact input is a click away.
 */
const mayHaveRun = (part: ToolPart): boolean =>
  part.state === "output-error" && part.errorText === TOOL_ENDS["host-restart"] && part.input !== undefined;

const ENDS = Object.keys(TOOL_ENDS) as (keyof typeof TOOL_ENDS)[];

/** A tool's own error is shown as it is. The errors that Braid writes are translated. */
function ErrorText({ text }: { text: string }) {
  const { t } = useTranslation("chat");
  const end = ENDS.find((one) => TOOL_ENDS[one] === text);
  return end === undefined ? text : t(`tool.ends.${end}`);
}

function StateIcon({ state }: { state: ToolPart["state"] }) {
  if (state === "output-available") return <Check />;
  if (state === "output-error" || state === "output-denied") return <X />;
  return <Circle />;
}

function Details({ part }: { part: ToolPart }) {
  const { t } = useTranslation("chat");
  const output = part.state === "output-available" ? asText(part.output) : undefined;
  return (
    <div className="tool-details">
      <Words name={t("tool.input")}>{inputOf(part)}</Words>
      {output === undefined ? null : <Words name={t("tool.result")}>{output}</Words>}
    </div>
  );
}

function Words({ name, children }: { name: string; children: string }) {
  const label = useId();
  return (
    <>
      <p id={label}>
        <strong>{name}</strong>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key. */}
      <pre role="group" aria-labelledby={label} tabIndex={0}>
        {children}
      </pre>
    </>
  );
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

function ToolLine({ name: place, part, pruned }: DrawnPart<ToolPart>) {
  const { t } = useTranslation("chat");
  const [open, setOpen] = useOpened(place);
  const name = part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);
  return (
    <div className="tool" data-tool-state={part.state}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <StateIcon state={part.state} />
          <span className="tool-name">{name}</span>
          <code className="tool-brief one-line">{brief(part)}</code>
          <span className="tool-state">{t(`tool.state.${part.state}`)}</span>
        </summary>
        {open ? <Details part={part} /> : null}
      </details>
      {pruned === undefined ? null : <PrunedNote {...pruned} />}
      {part.state === "output-error" ? (
        <p className="tool-error">
          <ErrorText text={part.errorText} />
          {mayHaveRun(part) ? `. ${t("tool.may-have-run")}` : null}
        </p>
      ) : null}
    </div>
  );
}

export const kind: PartKind<ToolPart> = {
  matches: (part): part is ToolPart => part.type === "dynamic-tool" || part.type.startsWith("tool-"),
  Draw: ToolLine,
};
