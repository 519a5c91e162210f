/** The facts that a window needs before any call can bring them. */

import type { SessionId } from "../domain/ids";
import type { Language } from "../domain/language";
import type { Layout } from "./layout";
import type { Shortcuts } from "./shortcuts";

/** A session whose answers are shown as plain text. */
export interface ShownAsText {
  session_id: SessionId;
  /** True where a page failed while it showed them; false where the user chose so. */
  failed: boolean;
}

/** Facts for the first paint, which comes before any answer to a call. */
export interface Boot {
  language: Language;
  /** Pixels of the body text. */
  font_size: number;
  /** The keys that the user has chosen for commands. */
  shortcuts?: Shortcuts;
  /** The division of this window when it was last open. */
  layout?: Layout;
  /** A small window that was opened for one question. */
  quick?: true;
  /** The window's sessions are kept in memory alone (SE-10). */
  private?: true;
}
