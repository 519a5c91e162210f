/** The messages between the window and the frame of a diagram. Each side accepts them only from the other's window. */
import type { DiagramBounds } from "./budget";

export interface DiagramColours {
  dark: boolean;
  ground: string;
  raised: string;
  text: string;
  second: string;
  line: string;
  /** Colours that tell parts from each other, the accent first. */
  palette: string[];
  onPalette: string;
}

export interface DrawDiagram {
  type: "draw";
  /** Returned with the answer, so that a late answer is not taken for another one. */
  turn: number;
  source: string;
  colours: DiagramColours;
  /** The size of the letters, in CSS pixels. */
  size: number;
  bounds: DiagramBounds;
}

/** Sizes are in CSS pixels. */
export type DiagramNews =
  | { type: "drawn"; turn: number; height: number }
  /** Drawing the diagram would exceed its budget. */
  | { type: "over"; turn: number }
  /** The source of the diagram is wrong. */
  | { type: "failed"; turn: number };
