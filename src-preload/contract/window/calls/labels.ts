/** Names on messages (SE-11). */

import * as z from "zod/mini";
import {
  type Label,
  type LabelledMessage,
  type LabelName,
  type LabelShare,
  LONGEST_LABEL,
  type RenamedLabel,
} from "../../domain/labels";
import { messageId, session, sessionId } from "../fields";

export interface LabelOutputs {
  /** True where the message did not have that label yet. */
  "label.add": { added: boolean };
  "label.remove": { removed: boolean };
  "label.rename": RenamedLabel;
  /** The number of messages that have their old name again; 0 where the change is too old, or nothing is left of it. */
  "label.undo_rename": { restored: number };
  "label.list": Label[];
  "label.names": LabelName[];
  "label.messages": LabelledMessage[];
  "label.places": LabelShare[];
}

/** A name is one line: blanks and line breaks in a row count as one blank. */
const name = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(1000)),
    z.transform((typed) => typed.normalize("NFC").replace(/\s+/g, " ").trim()),
  ),
  z.string().check(z.minLength(1, "the label is empty"), z.maxLength(LONGEST_LABEL, "the label is too long")),
);

const one = z.strictObject({ session_id: sessionId, message_id: messageId, name });

export const labelSchemas = {
  "label.add": one,
  "label.remove": one,
  /** Renames the label of one message, or of all that have it. A message that has both names keeps one. */
  "label.rename": z.strictObject({
    from: name,
    to: name,
    only: z.exactOptional(z.strictObject({ session_id: sessionId, message_id: messageId })),
  }),
  "label.undo_rename": z.strictObject({ change: z.int() }),
  /** The labels of one session, in the order of its messages. */
  "label.list": session,
  /** The names in use, the most used first. */
  "label.names": z.strictObject({ limit: z.int().check(z.minimum(1), z.maximum(1000)) }),
  /** The labelled messages of one session, or of all; newest label first. */
  "label.messages": z.strictObject({
    session_id: z.exactOptional(sessionId),
    before: z.exactOptional(z.strictObject({ created_at: z.int(), message_id: messageId, name: z.string() })),
    limit: z.int().check(z.minimum(1), z.maximum(200)),
  }),
  /** The labelled messages that are shown and stand before `before`, each once and in order. Costs the labels, not the messages. */
  "label.places": z.strictObject({ session_id: sessionId, before: messageId }),
} as const;
