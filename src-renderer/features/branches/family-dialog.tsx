/** The dialog of a family (`show-family`): all sessions that descend from the same one. Any of them can be opened here (BR-3). */

import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { FamilyMember } from "../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { appInfo } from "../../platform/app-info";
import { boot, call, onAppEvent } from "../../platform/bridge";
import { closeDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { showSession } from "../../thread/actions";
import { NotRead, useReading } from "../../thread/not-read";
import { mainThread } from "../../thread/thread";
import { Dialog } from "../../ui/dialog";
import { FamilyGraph } from "./family-graph";
import { layOut, type Measures, roomFor } from "./family-layout";

/** Returns the family, undefined until the first answer, and follows its news. */
function useFamily(session_id: SessionId | undefined) {
  const [members, setMembers] = useState<FamilyMember[]>();
  const known = useRef(new Set<string | undefined>());
  const read = async () => (session_id === undefined ? [] : await call("branch.family", { session_id }));
  const { failed, again } = useReading(session_id, read, (all) => {
    known.current = new Set(all.map(({ id }) => id));
    // React builds a large tree over several frames.
    startTransition(() => setMembers(all));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each family has news of its own.
  useEffect(
    () =>
      onAppEvent((event) => {
        const concerned =
          event.type === "session-changed"
            ? known.current.has(event.session.id) || known.current.has(event.session.parent_id)
            : event.type === "sessions-removed" && event.session_ids.some((id) => known.current.has(id));
        if (concerned) again();
      }),
    [session_id],
  );
  return { members, failed, again };
}

function useMeasures(): Measures {
  const size = useStore(appInfo, ({ info }) => info?.boot.font_size) ?? boot().font_size;
  return useMemo(
    () => ({
      width: Math.round(size * 18),
      height: Math.round(size * 3.6),
      across: Math.round(size * 3),
      down: Math.round(size * 0.7),
    }),
    [size],
  );
}

/** Returns the size of the room once it has the size that the family wants, and follows it as the window changes. */
function useBox(room: RefObject<HTMLElement | null>, isWanted: boolean) {
  const [box, setBox] = useState<{ width: number; height: number }>();
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null || !isWanted) return;
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [room, isWanted]);
  return box;
}

interface FamilyProps {
  /** Has the focus until there is a tree. With the focus on the close button above, an Enter meant for the tree would close the dialog. */
  room: RefObject<HTMLDivElement | null>;
}

/** The inside of the dialog, built later than the dialog itself. */
function Family({ room }: FamilyProps) {
  const { t } = useTranslation("chat");
  const [current] = useState(() => mainThread.view.getState().session_id ?? undefined);
  const { members, failed, again } = useFamily(current);
  const measures = useMeasures();
  const tree = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => layOut(members ?? []), [members]);
  const wanted = useMemo(
    () => (placed.length === 0 ? undefined : roomFor(placed, measures)),
    [placed, measures],
  );
  const box = useBox(room, wanted !== undefined);
  const isThere = placed.length > 0 && box !== undefined;
  useEffect(() => {
    // A user who has gone to a button of the dialog by then stays there.
    const { activeElement } = document;
    const isOnButton =
      activeElement !== room.current && activeElement?.closest(".family-dialog button") != null;
    if (isThere && !isOnButton) tree.current?.focus();
  }, [isThere, room]);
  const open = (member: FamilyMember) => {
    if (member.deleted_at !== undefined) return say(t("branch.is-in-trash", { title: member.title }));
    // The dialog closes before the session is shown, so that it does not take the focus back from the composer.
    flushSync(closeDialog);
    showSession(member.id);
    mainThread.focusComposer();
  };
  return (
    <>
      <div className="family-room" ref={room} tabIndex={-1} style={wanted}>
        {isThere ? <FamilyGraph {...{ placed, current, measures, box, tree }} onOpen={open} /> : null}
      </div>
      {members === undefined && failed ? (
        <NotRead onAgain={again} />
      ) : (
        <p className="family-hint">{t(placed.length === 1 ? "branch.alone" : "branch.hint")}</p>
      )}
    </>
  );
}

export default function FamilyDialog() {
  const { t } = useTranslation(["chat", "common"]);
  const room = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("branch.family")}
      className="family-dialog"
      initialFocus={room}
    >
      <Family room={room} />
    </Dialog>
  );
}
