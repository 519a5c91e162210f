/** The parts of a message, each drawn by its kind. */

import type { FileUIPart } from "ai";
import { memo, useContext, useMemo, useState } from "react";
import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { isOutputSummary } from "../../../src-preload/contract/domain/output-summary";
import { pictureMarkOf } from "../../../src-preload/contract/domain/tool-pictures";
import { late } from "../../platform/late";
import { type DrawnPart, findableOf, kindOf, type Pruned } from "../../thread/parts";
import { LINE } from "./guessed-height";
import { nameOfRun, OpenedContext } from "./opened";
import { type PartItem, PartItems } from "./part-items";
import { type KindOfPiece, Pieces } from "./pieces";
import "./parts";

const Part = memo(function Part(drawn: DrawnPart) {
  const { Draw } = kindOf(drawn.part);
  return <Draw {...drawn} />;
});

/** Keeps the place of a run for a moment. */
const RunBefore = () => (
  <div className="tool">
    <div className="tool-name">{"\u00a0"}</div>
  </div>
);

const CallRun = late(async () => (await import("./parts/tool/call-run")).CallRun, RunBefore);

/** CSS pixels of a part of an unknown height. */
const USUAL = LINE + 8;

interface PartsContext {
  live: boolean;
  byUser: boolean;
  attachments: readonly AttachmentRef[] | undefined;
  thought_ms: StoredMessage["thought_ms"];
  /** By the index of the part; the same object as long as nothing changes. */
  pruned: ReadonlyMap<number, Pruned>;
  /** By the id of the call. */
  summaries: ReadonlyMap<string, string>;
  /** By the id of the call. */
  pictures: ReadonlyMap<string, readonly FileUIPart[]>;
}

const drawPart = (
  part: BraidPart,
  index: number,
  { live, byUser, attachments, thought_ms, pruned, summaries, pictures }: PartsContext,
) => (
  <Part
    key={index}
    name={String(index)}
    part={part}
    live={live}
    took={thought_ms?.[index]}
    pruned={pruned.get(index)}
    summary={"toolCallId" in part ? summaries.get(part.toolCallId) : undefined}
    pictures={"toolCallId" in part ? pictures.get(part.toolCallId) : undefined}
    byUser={byUser}
    attachments={attachments}
  />
);

const items: KindOfPiece<PartItem, PartsContext> = {
  render: (some, _, context) =>
    some.map(({ from, parts, isRun }) => {
      const drawn = parts.map((part, at) => drawPart(part, from + at, context));
      return isRun ? (
        <CallRun key={nameOfRun(from)} name={nameOfRun(from)} parts={parts}>
          {drawn}
        </CallRun>
      ) : (
        drawn[0]
      );
    }),
  heightOf: ({ parts: [first], isRun }) =>
    isRun || first === undefined ? USUAL : (kindOf(first).height?.(first) ?? USUAL),
  textsOf: (some) => some.flatMap(({ parts }) => findableOf({ parts: [...parts] })),
};

function usePruned({ id: message_id, session_id, pruned }: StoredMessage): ReadonlyMap<number, Pruned> {
  return useMemo(() => {
    const marks = (pruned ?? []).filter(({ back_at }) => back_at === undefined);
    return new Map(marks.map(({ index, level }) => [index, { level, session_id, message_id, index }]));
  }, [pruned, session_id, message_id]);
}

/** Returns the same object as long as no summary has come: a message that grows draws only what is new. */
function useSummaries(parts: readonly BraidPart[]): ReadonlyMap<string, string> {
  const [kept] = useState(() => ({ found: new Map<string, string>() }));
  const summaries = parts.filter(isOutputSummary);
  if (summaries.length !== kept.found.size)
    kept.found = new Map(summaries.map(({ data }) => [data.tool_call_id, data.summary]));
  return kept.found;
}

const NO_PICTURES: ReadonlyMap<string, readonly FileUIPart[]> = new Map();

/** Returns the same lists as long as no picture has come. */
function usePictures(parts: readonly BraidPart[]): ReadonlyMap<string, readonly FileUIPart[]> {
  const [kept] = useState(() => ({ count: 0, found: NO_PICTURES }));
  const files = parts.filter((part): part is FileUIPart => pictureMarkOf(part) !== undefined);
  if (files.length !== kept.count) {
    kept.count = files.length;
    kept.found = Map.groupBy(files, (part) => pictureMarkOf(part)?.tool_call_id ?? "");
  }
  return kept.found;
}

/** Builds only the parts near the view, because a message may have thousands of thoughts and calls. */
export function MessageParts({ message, live }: { message: StoredMessage; live: boolean }) {
  const { role, thought_ms } = message;
  const byUser = role === "user";
  const pruned = usePruned(message);
  const summaries = useSummaries(message.parts);
  const pictures = usePictures(message.parts);
  const opened = useContext(OpenedContext);
  const [grouped] = useState(() => new PartItems(opened));
  const { attachments } = message.metadata;
  const context = useMemo(
    () => ({ live, byUser, attachments, thought_ms, pruned, summaries, pictures }),
    [live, byUser, attachments, thought_ms, pruned, summaries, pictures],
  );
  return <Pieces kind={items} items={grouped.of(message.parts)} context={context} />;
}
