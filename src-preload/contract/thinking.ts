/** How much a model may be asked to think (`variant`, MS-1): the names that providers and settings share, from little to much. */

export const THINKING_LEVELS = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];
