/**
 * The waiting message that is being edited, one for each session: what has been typed is kept while another session is looked at, and
 * when the message is sent or removed meanwhile.
 */
import { useState } from "react";
import type { QueueId, SessionId } from "../../../src-preload/contract/ids";
import { call } from "../../bridge";
import { t } from "../../language/language";
import { showError } from "../../state/app";
import { MOST_IN_BOX } from "../../state/held-text";

export interface Editing {
  id: QueueId;
  text: string;
}

const unfinished = new Map<SessionId, Editing>();

export interface EditingState {
  editing: Editing | undefined;
  /** @throws CallError where it does not wait any more */
  begin(id: QueueId): Promise<void>;
  /** What stands in the editor now. */
  note(text: string): void;
  end(): void;
}

export function useEditing(session_id: SessionId): EditingState {
  const [editing, setEditing] = useState(() => unfinished.get(session_id));
  const [verbs] = useState(() => ({
    begin: async (id: QueueId) => {
      const { text } = await call("queue.read", { session_id, id });
      // The box would take minutes to lay it out.
      if (text.length > MOST_IN_BOX)
        return showError({ code: "INVALID_INPUT", message: t("queue:too-long") });
      unfinished.set(session_id, { id, text });
      setEditing({ id, text });
    },
    note: (text: string) => {
      const begun = unfinished.get(session_id);
      if (begun !== undefined) unfinished.set(session_id, { ...begun, text });
    },
    end: () => {
      unfinished.delete(session_id);
      setEditing(undefined);
    },
  }));
  return { editing, ...verbs };
}
