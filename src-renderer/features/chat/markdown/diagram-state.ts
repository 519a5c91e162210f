/** How a diagram is shown, by its source: it is shown so again when it comes back into view, and not tried again in vain. */
import { useCallback, useState } from "react";
import { BoundedCache } from "./bounded-cache";
import { BUDGET, LARGEST } from "./diagram-page/budget";

export interface DiagramState {
  /** `source`: its reader wants to see that. `over` and `failed`: it could not be drawn. */
  shown: "drawing" | "source" | "over" | "failed";
  /** The reader has asked for the diagram with the largest budget. */
  larger: boolean;
}

/** Bytes, estimated, of sources. */
const MOST_KEPT = 8 * 1024 * 1024;
const BYTES_OF_ENTRY = 200;

const kept = new BoundedCache<DiagramState>(MOST_KEPT);

/** How a diagram is shown before anybody has tried to draw it. */
function first({ length }: string): DiagramState {
  const larger = length > LARGEST.characters;
  return { shown: length > BUDGET.characters ? "over" : "drawing", larger };
}

export function useDiagramState(source: string): [DiagramState, (next: DiagramState) => void] {
  const [state, setState] = useState(() => kept.get(source) ?? first(source));
  const change = useCallback(
    (next: DiagramState) => {
      kept.set(source, next, 2 * source.length + BYTES_OF_ENTRY);
      setState(next);
    },
    [source],
  );
  return [state, change];
}
