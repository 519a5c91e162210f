/** The state of each diagram, by its source. A diagram that comes back into view is shown as before, and not tried again in vain. */
import { useCallback, useState } from "react";
import { BoundedCache } from "./bounded-cache";
import type { Undrawn } from "./diagram-frame";
import { BUDGET, LARGEST } from "./diagram-page/budget";

export interface DiagramState {
  /** `source`: the reader wants to see the source. The others but `drawing`: the diagram could not be drawn. */
  shown: "drawing" | "source" | Undrawn;
  /** True once the reader has asked for the largest budget. */
  larger: boolean;
}

/** The estimated bytes of all kept sources. */
const MOST_KEPT = 8 * 1024 * 1024;
const BYTES_OF_ENTRY = 200;

const kept = new BoundedCache<DiagramState>(MOST_KEPT);

/** Returns the state of a diagram before the first try. */
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
