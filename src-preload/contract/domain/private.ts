/** Saving a private session (SE-10). */

/** The rest of a session that is saved with it. */
export interface WhatIsSaved {
  branches: number;
  sidecars: number;
}
