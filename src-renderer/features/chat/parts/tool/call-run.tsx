/** A run of finished readings and searches on one line, which opens to the lines of all of them. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import {
  inputOfCall,
  nameOfCall,
  type ToolPart,
} from "../../../../../src-preload/contract/domain/call-texts";
import type { BraidPart } from "../../../../../src-preload/contract/domain/messages";
import { useTranslation } from "../../../../platform/language/use-translation";
import { FoldedTexts } from "../../folded-texts";
import { useOpened } from "../../opened";
import "./tool-line.css";

/** A file that was read twice, in two parts, is one file. */
export function countRun(parts: readonly ToolPart[]): { files: number; searches: number } {
  const read = parts.filter((part) => nameOfCall(part) === "read");
  const paths = new Set(read.map((part) => pathOf(part) ?? inputOfCall(part)));
  return { files: paths.size, searches: parts.length - read.length };
}

function pathOf({ input }: ToolPart): unknown {
  return typeof input === "object" && input !== null && "path" in input ? input.path : undefined;
}

interface CallRunProps {
  name: string;
  parts: readonly BraidPart[];
  /** The lines of all calls. */
  children: ReactNode;
}

/** The unseen marks of steps between the calls are left out. */
const isCall = (part: BraidPart): part is ToolPart => "toolCallId" in part;

export function CallRun({ name, parts, children }: CallRunProps) {
  const { t } = useTranslation("tools");
  const [open, setOpen] = useOpened(name);
  const { files, searches } = countRun(parts.filter(isCall));
  const read = files === 0 ? undefined : t("run-read", { count: files });
  const searched =
    searches === 0
      ? undefined
      : t(read === undefined ? "run-only-searched" : "run-searched", { count: searches });
  return (
    <details
      className="tool-run"
      open={open}
      onToggle={(event) => {
        // The lines inside are such elements too.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <Check />
        <span className="tool-name">{[read, searched].filter(Boolean).join(", ")}</span>
      </summary>
      {open ? children : <FoldedTexts parts={parts} unfold={() => setOpen(true)} />}
    </details>
  );
}
