/** What a window needs before any call can bring it. */

import type { SessionId } from "../domain/ids";
import type { Language } from "../domain/language";
import type { Panes } from "./panes";

/** A session whose answers are shown as plain text. */
export interface ShownAsText {
  session_id: SessionId;
  /** Because a page failed while it showed them; otherwise its user has said so. */
  failed: boolean;
}

/** What the first paint needs and no call can bring in time. */
export interface Boot {
  language: Language;
  /** Pixels of the body text. */
  font_size: number;
  /** How this window was divided when it was last open. */
  panes?: Panes;
}
