/** The parts of a message, each drawn by its kind. */

import { memo, useMemo } from "react";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { type DrawnPart, kindOf, type Pruned } from "../../thread/parts";
import { LINE } from "./guessed-height";
import { type KindOfPiece, Pieces } from "./pieces";
import "./parts";

const Part = memo(function Part(drawn: DrawnPart) {
  const { Draw } = kindOf(drawn.part);
  return <Draw {...drawn} />;
});

interface PartsContext {
  live: boolean;
  byUser: boolean;
  thought_ms: StoredMessage["thought_ms"];
  /** By the index of the part; the same object as long as nothing changes. */
  pruned: ReadonlyMap<number, Pruned>;
}

const parts: KindOfPiece<BraidPart, PartsContext> = {
  render: (items, from, { live, byUser, thought_ms, pruned }) =>
    items.map((part, at) => (
      <Part
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end; their index is their identity.
        key={at}
        name={String(from + at)}
        part={part}
        live={live}
        took={thought_ms?.[from + at]}
        pruned={pruned.get(from + at)}
        byUser={byUser}
      />
    )),
  heightOf: (part) => kindOf(part).height?.(part) ?? LINE + 8,
  sourceOf: (part) => kindOf(part).findable?.(part) ?? "",
};

function usePruned({ id: message_id, session_id, pruned }: StoredMessage): ReadonlyMap<number, Pruned> {
  return useMemo(() => {
    const marks = (pruned ?? []).filter(({ back_at }) => back_at === undefined);
    return new Map(marks.map(({ index, level }) => [index, { level, session_id, message_id, index }]));
  }, [pruned, session_id, message_id]);
}

/** Builds only the parts near the view, because a message may have thousands of thoughts and calls. */
export function MessageParts({ message, live }: { message: StoredMessage; live: boolean }) {
  const { role, thought_ms } = message;
  const byUser = role === "user";
  const pruned = usePruned(message);
  const context = useMemo(() => ({ live, byUser, thought_ms, pruned }), [live, byUser, thought_ms, pruned]);
  return <Pieces kind={parts} items={message.parts} context={context} />;
}
