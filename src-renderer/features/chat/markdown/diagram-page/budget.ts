/** The budget of a diagram. The window counts by these numbers, and the frame that draws keeps to the largest of them. */

export interface DiagramBounds {
  /** Characters of the source. */
  characters: number;
  /** Edges of a flowchart: Mermaid counts no others. */
  edges: number;
}

export interface DiagramBudget extends DiagramBounds {
  /** Milliseconds from the frame's making, and from each time it is asked to draw. Only the window measures them. */
  ms: number;
}

/** By how much the budget is larger when a diagram is tried once more. */
const MORE = 4;

export const BUDGET: DiagramBudget = { characters: 20_000, edges: 300, ms: 15_000 };

/** The frame draws nothing beyond this, whatever it is told. */
export const LARGEST: DiagramBudget = {
  characters: BUDGET.characters * MORE,
  edges: BUDGET.edges * MORE,
  ms: BUDGET.ms * MORE,
};
