/** Says under turns that a rewind hides, or would hide, that the files which they changed stay as they are, and leads to their restore (RW-5). */

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { ChangeCount } from "../../../src-preload/contract/domain/file-changes";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { call } from "../../platform/bridge";
import { dialogs, openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { useThreadDrawn } from "../../thread/thread";
import { isFree } from "../../thread/view/session-view";

interface LineProps {
  /** Hidden timelines. */
  hidden?: readonly OpId[];
  /** The first message of turns that would be hidden. */
  from?: MessageId;
}

const NONE: ChangeCount = { files: 0, commands: false };

async function countHidden(session_id: SessionId, ops: readonly OpId[]): Promise<ChangeCount> {
  const counts = await Promise.all(ops.map((op_id) => call("changes.count", { session_id, op_id })));
  const [only, ...others] = counts;
  if (only === undefined || others.length === 0) return only ?? NONE;
  const commands = counts.some((count) => count.commands);
  // The restored turns begin with the earliest of them, and hold the others.
  const [from] = counts.flatMap((count) => count.from ?? []).sort();
  if (from === undefined) return { files: 0, commands };
  return { ...(await call("changes.count", { session_id, message_id: from })), commands };
}

/** Undefined until it is known. A chat without a folder is never asked for. */
function useCount({ hidden, from }: LineProps): ChangeCount | undefined {
  const session = useThreadDrawn(({ view }) => view?.session);
  const free = useThreadDrawn(isFree);
  const isRestoring = useStore(dialogs, ({ dialog }) => dialog?.name === "changed-files");
  const session_id = session?.workspace_root === undefined ? undefined : session.id;
  const ops = hidden?.join(" ");
  const [count, setCount] = useState<ChangeCount>();
  useEffect(() => {
    // A turn that runs may change files still, and so does a restore: what they have done is asked when they are over.
    if (session_id === undefined || !free || isRestoring) return;
    const answers = latest();
    const ask = () =>
      from === undefined
        ? countHidden(session_id, (ops?.split(" ") ?? []) as OpId[])
        : call("changes.count", { session_id, message_id: from });
    // The line is an offer: where it cannot be made, nothing is.
    answers(ask, setCount).catch(() => setCount(undefined));
    return answers.drop;
  }, [session_id, ops, from, free, isRestoring]);
  return session_id === undefined ? undefined : count;
}

export function ChangedFilesLine(props: LineProps) {
  const { t } = useTranslation("changed-files");
  const session_id = useThreadDrawn(({ view }) => view?.session.id);
  const free = useThreadDrawn(isFree);
  const { files, commands, from: first } = useCount(props) ?? NONE;
  if (session_id === undefined || (files === 0 && !commands)) return null;
  if (files === 0) return <p className="rewind-files">{t("commands-only")}</p>;
  return (
    <p className="rewind-files">
      {t("files", { count: files })} {commands ? t("commands") : null}{" "}
      {first === undefined || !free ? null : (
        <button
          type="button"
          className="button button-link"
          onClick={() => openDialog({ name: "changed-files", session_id, message_id: first })}
        >
          {t("open")}
        </button>
      )}
    </p>
  );
}
