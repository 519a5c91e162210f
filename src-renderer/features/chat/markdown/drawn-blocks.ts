/**
 * Blocks as the worker has drawn them. Settled ones are kept up to a bound, so what comes into view again is there in its first render. The
 * tail of an answer that is being written has one drawing under way at most, then its newest words: the one before stays meanwhile.
 */
import { useEffect, useReducer, useState } from "react";
import { BoundedCache } from "./bounded-cache";
import { putInFrame } from "./frames";
import type { Ask } from "./work/budgeted-worker";
import type { BlockToDraw, DrawnBlock } from "./work/draw";

/** `over`: it is over its budget. `waiting`: nothing is there yet. */
export type Drawing = DrawnBlock | "over" | "waiting";

type Draw = (ask: Ask<BlockToDraw, DrawnBlock>) => () => void;

interface Kept {
  drawing: DrawnBlock | "over";
  scale: number;
}

/** Bytes, estimated, of trees and their sources that are kept. */
const MOST_KEPT = 24 * 1024 * 1024;
const BYTES_OF_NODE = 160;

const keyOf = ({ before, text }: BlockToDraw): string => `${before}\u0000${text}`;

export class DrawnBlocks {
  readonly #kept = new BoundedCache<Kept>(MOST_KEPT);

  /** How the block is drawn, if that is known. One that was over its budget may be asked for once more with a larger one. */
  known(wish: BlockToDraw): DrawnBlock | "over" | undefined {
    if (wish.open) return undefined;
    const kept = this.#kept.get(keyOf(wish));
    if (kept === undefined) return undefined;
    const isWhole = kept.drawing !== "over" && !kept.drawing.partial;
    return isWhole || kept.scale >= wish.scale ? kept.drawing : undefined;
  }

  keep(wish: BlockToDraw, drawing: DrawnBlock | "over"): void {
    if (wish.open) return;
    const key = keyOf(wish);
    const nodes = drawing === "over" ? 1 : drawing.nodes;
    this.#kept.set(key, { drawing, scale: wish.scale }, 2 * key.length + nodes * BYTES_OF_NODE);
  }
}

/** Whatever a place needs of the page around it. */
export interface Surroundings {
  draw: Draw;
  /** Milliseconds of the worker's time for a block of usual scale. */
  budget: number;
  blocks: DrawnBlocks;
  /** Calls `put` when the page has room for so many nodes. */
  put: (nodes: number, put: () => void) => void;
}

/** One place of the page: the block that it shows, and the one that it is to show. */
export class Place {
  readonly #by: Surroundings;
  readonly #changed: () => void;
  #shown: Drawing = "waiting";
  /** The block that is being drawn, and the one after it. */
  #running: BlockToDraw | undefined;
  #next: BlockToDraw | undefined;
  #drop: (() => void) | undefined;

  constructor(by: Surroundings, changed: () => void) {
    this.#by = by;
    this.#changed = changed;
  }

  /** The drawing to show while `wish` is wanted: its own, the one before, or nothing yet. */
  drawing(wish: BlockToDraw): Drawing {
    const known = this.#by.blocks.known(wish);
    if (known !== undefined) this.#shown = known;
    return this.#shown;
  }

  want(wish: BlockToDraw): void {
    if (this.#by.blocks.known(wish) !== undefined) {
      this.#next = undefined;
      return;
    }
    // A tail that was over its budget is not tried with each further word: it is once it has settled.
    if (this.#shown === "over" && wish.open) return;
    if (this.#running !== undefined) {
      this.#next = isSame(this.#running, wish) ? undefined : wish;
      return;
    }
    this.#run(wish);
  }

  /** Nobody looks at this place any more. */
  leave(): void {
    this.#drop?.();
    this.#drop = undefined;
    this.#running = undefined;
    this.#next = undefined;
  }

  #run(wish: BlockToDraw): void {
    this.#running = wish;
    this.#next = undefined;
    this.#drop = this.#by.draw({
      input: wish,
      budget: this.#by.budget * wish.scale,
      first: wish.open,
      tell: (outcome) => {
        this.#running = undefined;
        const next = this.#next;
        if (outcome.type !== "failed") {
          const drawing = outcome.type === "done" ? outcome.result : "over";
          this.#by.blocks.keep(wish, drawing);
          this.#by.put(drawing === "over" ? 1 : drawing.nodes, () => {
            this.#shown = drawing;
            this.#changed();
          });
        }
        if (next !== undefined) this.#run(next);
      },
    });
  }
}

const isSame = (a: BlockToDraw, b: BlockToDraw): boolean =>
  a.text === b.text && a.before === b.before && a.open === b.open && a.scale === b.scale;

/** The drawing of a block, or what stands for it until it is there. */
export function useDrawing(wish: BlockToDraw, surroundings: Surroundings): Drawing {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const [place] = useState(() => new Place(surroundings, again));
  const { before, text, open, scale } = wish;
  useEffect(() => place.want({ before, text, open, scale }), [place, before, text, open, scale]);
  useEffect(() => () => place.leave(), [place]);
  return place.drawing(wish);
}

export const pagePlaces = (draw: Draw, budget: number): Surroundings => ({
  draw,
  budget,
  blocks: new DrawnBlocks(),
  put: putInFrame,
});
