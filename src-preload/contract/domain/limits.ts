/** How much a window may hand to main, at once and in all: far above what a person needs, so that a page that was taken over stops there. */

/** Characters of a message: a pasted book is fine, a runaway loop in a window is not. */
export const LONGEST_TEXT = 4 * 1024 * 1024;
/** A draft may be too long to send and is kept all the same: somebody is about to shorten it. */
export const LONGEST_DRAFT = 8 * LONGEST_TEXT;

/** Characters of a session's title. */
export const LONGEST_TITLE = 500;

/** Of all windows and sessions, those of closed windows too. */
export const MOST_DRAFTS = 10_000;
/** Of all drafts together. */
export const MOST_DRAFT_BYTES = 512 * 1024 * 1024;

/** Messages that wait in one session (QU-1). */
export const MOST_QUEUED = 2000;
/** Of all that wait in one session together. */
export const MOST_QUEUED_BYTES = 64 * 1024 * 1024;

/** Entries in `settings.json`: as many as a window adds, and as many as are read of a file that somebody wrote. */
export const MOST_PROVIDERS = 100;
/** Of one provider: as many as its own list may have. */
export const MOST_MODELS = 2000;
export const MOST_FAVOURITES = 200;
export const MOST_WORKSPACE_MODELS = 500;
