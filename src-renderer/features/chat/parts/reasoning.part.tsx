/** A thought of the model before its answer: folded, with the newest line while it thinks, and the time it took. */
import type { ReasoningUIPart } from "ai";
import { useMemo, useRef } from "react";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { duration } from "../../../platform/language/numbers";
import { useTranslation } from "../../../platform/language/use-translation";
import type { DrawnPart, PartKind } from "../../../thread/parts";
import { FoldedTexts } from "../folded-texts";
import { AnswerText } from "../markdown/answer-text";
import { useOpened } from "../opened";
import "./reasoning.css";

/** The characters from the end of a thought that are shown while it is folded. */
const GLIMPSE = 80;
/** A thought longer than this when it is first seen has begun earlier, so its time is unknown. */
const BEGINNING = 400;
/** A shorter time is not worth a word. */
const WORTH_SAYING_MS = 1000;

/** Returns the newest line, or the end of it from the beginning of a word. */
function newestLine(text: string): string {
  const end = text.slice(-GLIMPSE).trimEnd();
  const line = end.slice(end.lastIndexOf("\n") + 1);
  return line.length < GLIMPSE ? line : `…${line.slice(line.indexOf(" ") + 1)}`;
}

/** Returns the milliseconds from the first word to the last, as this window saw them; undefined if it did not see both. */
function useSeenTime(text: string, streaming: boolean): number | undefined {
  const seen = useRef<{ from?: number; to?: number }>({});
  const { current } = seen;
  if (streaming && current.from === undefined && text.length <= BEGINNING) current.from = performance.now();
  if (!streaming && current.from !== undefined) current.to ??= performance.now();
  return current.from === undefined || current.to === undefined ? undefined : current.to - current.from;
}

function Reasoning({ name, part, live, took }: DrawnPart<ReasoningUIPart>) {
  const { t } = useTranslation("chat");
  const { text } = part;
  const streaming = live && part.state === "streaming";
  const [open, setOpen] = useOpened(name);
  const seen = useSeenTime(text, streaming);
  const parts = useMemo(() => [part], [part]);
  const ms = took ?? seen ?? 0;
  if (text === "" && !streaming) return null;
  const thought =
    ms < WORTH_SAYING_MS ? t("message.thought") : t("message.thought-for", { duration: duration(ms) });
  return (
    <details className="fold reasoning" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{streaming ? t("message.thinking") : thought}</span>
        {streaming && !open ? (
          <span className="one-line" aria-hidden="true">
            <bdi>{newestLine(text)}</bdi>
          </span>
        ) : null}
      </summary>
      {open ? (
        <AnswerText text={text} streaming={streaming} />
      ) : (
        <FoldedTexts parts={parts} unfold={() => setOpen(true)} />
      )}
    </details>
  );
}

export const kind: PartKind<ReasoningUIPart> = {
  matches: (part) => part.type === "reasoning",
  Draw: Reasoning,
  findable: textsToFind,
};
