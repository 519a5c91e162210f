/** How much a window may hand to main at once; both sides say so before it is tried. */

/** Characters of a message: a pasted book is fine, a runaway loop in a window is not. */
export const LONGEST_TEXT = 4 * 1024 * 1024;
/** A draft may be too long to send and is kept all the same: somebody is about to shorten it. */
export const LONGEST_DRAFT = 8 * LONGEST_TEXT;
