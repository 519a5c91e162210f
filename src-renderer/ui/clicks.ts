/** Clicks of a hand that clicks twice where once is enough. */
import type { MouseEvent } from "react";

/** The first has done it: what stands in this place now is not what was meant. A press by key is never one. */
export const isSecondOfTwo = ({ detail }: Pick<MouseEvent, "detail">): boolean => detail > 1;
