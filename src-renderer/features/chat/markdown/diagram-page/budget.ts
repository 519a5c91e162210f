/** The budget of a diagram. The window uses these numbers, and the frame that draws keeps to the largest of them. */

export interface DiagramBounds {
  /** The most characters of the source. */
  characters: number;
  /** The most edges of a flowchart. Mermaid counts no others. */
  edges: number;
}

export interface DiagramBudget extends DiagramBounds {
  /** The milliseconds from the making of the frame, and from each request to draw. Only the window measures them. */
  ms: number;
}

/** The factor of the budget when a diagram is tried again. */
const MORE = 4;

export const BUDGET: DiagramBudget = { characters: 20_000, edges: 300, ms: 15_000 };

/** The limits of the frame itself, whatever budget it is given. */
export const LARGEST: DiagramBudget = {
  characters: BUDGET.characters * MORE,
  edges: BUDGET.edges * MORE,
  ms: BUDGET.ms * MORE,
};
