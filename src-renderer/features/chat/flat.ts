/**
 * A copy of a text with memory of its own. What is cut out of a string keeps that whole string alive: each block of a growing text would
 * hold the text as it was when the block was cut, half a gigabyte for a paragraph of some megabytes. The way through JSON is the one that
 * makes characters anew and leaves halves of surrogate pairs as they are.
 */
export const flat = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
