/** A tool call on one line: its state, name and input. The opened part shows the whole input and output. */

import type { DynamicToolUIPart, ToolUIPart } from "ai";
import { Check, Circle, X } from "lucide-react";
import { TOOL_ENDS } from "../../../../src-preload/contract/domain/messages";
import { useTranslation } from "../../../platform/language/use-translation";
import type { DrawnPart, PartKind } from "../../../thread/parts";
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
      <h4>{t("tool.input")}</h4>
      <pre>{inputOf(part)}</pre>
      {output === undefined ? null : (
        <>
          <h4>{t("tool.result")}</h4>
          <pre>{output}</pre>
        </>
      )}
    </div>
  );
}

function ToolLine({ name: place, part }: DrawnPart<ToolPart>) {
  const { t } = useTranslation("chat");
  const [open, setOpen] = useOpened(place);
  const name = part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);
  return (
    <div className="tool" data-tool-state={part.state}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <StateIcon state={part.state} />
          <span className="tool-name">{name}</span>
          <code className="tool-brief">{brief(part)}</code>
          <span className="tool-state">{t(`tool.state.${part.state}`)}</span>
        </summary>
        {open ? <Details part={part} /> : null}
      </details>
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
