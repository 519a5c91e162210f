/**
 * The blocks that the worker has drawn. Settled ones are kept up to a bound, so that a block that comes back into view is there in its
 * first render. The tail of a growing answer has at most one drawing under way, then one of its newest words. The last drawing stays
 * meanwhile.
 */
import { useEffect, useReducer, useState } from "react";
import { BoundedCache } from "./bounded-cache";
import { putInFrame } from "./frames";
import type { Ask } from "./work/budgeted-worker";
import type { BlockToDraw, DrawnBlock } from "./work/draw";

/** `over`: the block is over its budget. `waiting`: there is no drawing yet. */
export type Drawing = DrawnBlock | "over" | "waiting";

type Draw = (ask: Ask<BlockToDraw, DrawnBlock>) => () => void;

interface Kept {
  drawing: DrawnBlock | "over";
  scale: number;
}

/** The estimated bytes of all kept trees and their sources. */
const MOST_KEPT = 24 * 1024 * 1024;
const BYTES_OF_NODE = 160;

const keyOf = ({ before, text }: BlockToDraw): string => `${before}\u0000${text}`;

export class DrawnBlocks {
  readonly #kept = new BoundedCache<Kept>(MOST_KEPT);

  /** Returns the known drawing of a block. A block that was over its budget may be asked for again with a larger one. */
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

/** The parts of the page that a place needs. */
export interface Surroundings {
  draw: Draw;
  /** The milliseconds of the worker's time for a block of scale 1. */
  budget: number;
  blocks: DrawnBlocks;
  /** Calls `put` when the page has room for so many nodes. */
  put: (nodes: number, put: () => void) => void;
}

/** One place of the page: the block that it shows, and the block that it will show. */
export class Place {
  readonly #by: Surroundings;
  readonly #changed: () => void;
  #shown: Drawing = "waiting";
  /** The block that is being drawn, and the next one. */
  #running: BlockToDraw | undefined;
  #next: BlockToDraw | undefined;
  #drop: (() => void) | undefined;

  constructor(by: Surroundings, changed: () => void) {
    this.#by = by;
    this.#changed = changed;
  }

  /** Returns the drawing to show while `wish` is wanted: its own, the last one, or nothing yet. */
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
    // A tail that was over its budget is not tried again with each word, but once it has settled.
    if (this.#shown === "over" && wish.open) return;
    if (this.#running !== undefined) {
      this.#next = isSame(this.#running, wish) ? undefined : wish;
      return;
    }
    this.#run(wish);
  }

  /** Ends the work for a place that has left the page. */
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

/** Returns the drawing of a block, or the one that stands for it until then. */
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
