/** Bounds of the input from a window, of one call and in all. They are far above a person's needs, and stop a page that was taken over. */

/** Characters of a message: a pasted book is fine, a runaway loop in a window is not. */
export const LONGEST_TEXT = 4 * 1024 * 1024;
/** Characters. A draft may be too long to send and is kept all the same: somebody is about to shorten it. */
export const LONGEST_DRAFT = 8 * LONGEST_TEXT;

/** Characters of a search. */
export const LONGEST_SEARCH = 1000;

/** Characters of a session's title. */
export const LONGEST_TITLE = 500;

/** Drafts of all windows and sessions, closed windows included. */
export const MOST_DRAFTS = 10_000;
/** Bytes of all drafts together. */
export const MOST_DRAFT_BYTES = 512 * 1024 * 1024;

/** Messages that wait in one session (QU-1). */
export const MOST_QUEUED = 2000;
/** Bytes of all messages that wait in one session. */
export const MOST_QUEUED_BYTES = 64 * 1024 * 1024;

/** Entries in `settings.json`: the most that a window adds, and the most that are read from a file that somebody wrote. */
export const MOST_PROVIDERS = 100;
/** Models of one provider: as many as its own list may have. */
export const MOST_MODELS = 2000;
export const MOST_FAVOURITES = 200;
export const MOST_HOOKS = 100;
export const MOST_WORKSPACE_MODELS = 500;

/** Bytes of a pasted file that cross from the page to main in one message. */
export const FILE_PIECE = 512 * 1024;
