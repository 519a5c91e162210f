/** Saving a private session (SE-10). */

/** What is saved with a session. */
export interface WhatIsSaved {
  branches: number;
  sidecars: number;
}
