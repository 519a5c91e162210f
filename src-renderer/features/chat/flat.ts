/**
 * Copies a text into memory of its own. A part cut out of a string keeps the whole string alive. Each block of a growing text would thus
 * hold the text as it was at the cut, up to half a gigabyte for a paragraph of some megabytes. The way through JSON makes new characters
 * and keeps halves of surrogate pairs.
 */
export const flat = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
