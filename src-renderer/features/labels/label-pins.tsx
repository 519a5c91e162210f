/**
 * Small marks beside the scroll bar, where the labelled messages stand. They are for the pointer: by keyboard and for screen readers the
 * dialog of labels lists the same messages in order, with their words, which a place in a strip does not tell. So the marks are hidden from
 * both, and take no focus.
 */

import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { LabelShare } from "../../../src-preload/contract/domain/labels";
import { call } from "../../platform/bridge";
import { quoted } from "../../platform/language/undo-words";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { doing } from "../../thread/actions";
import { ask } from "../../thread/requests";
import { mainThread } from "../../thread/thread";
import { topOfRow } from "../../thread/view/built-rows";
import type { MessageCell } from "../../thread/view/message-cell";
import { tip } from "../../ui/tooltip";
import { afterLayout } from "./after-layout";
import { labels } from "./label-state";
import { gathered, type Mark, marksOf } from "./pin-places";
import "./labels.css";

/** Names that a mark tells. */
const TOLD = 3;
/** CSS pixels that are left for a scroll bar: one that lies over the page takes no room of its own. */
const LEAST_BAR = 12;

type Names = ReadonlyMap<MessageId, readonly string[]>;

const turnsIn = (cells: readonly MessageCell[]): number =>
  cells.filter((cell) => cell.get().message.role === "user").length;

/** The places of labelled messages before the first loaded one. */
function useEarlier(session_id: SessionId, names: Names): readonly LabelShare[] {
  const more = useStore(mainThread.drawn, (state) => state.more);
  const first = useStore(mainThread.drawn, ({ cells }) => cells[0]?.id);
  const [earlier, setEarlier] = useState<readonly LabelShare[]>([]);
  const newest = useRef(latest());
  useEffect(() => {
    if (!more || first === undefined || ![...names.keys()].some((id) => id < first)) {
      newest.current.drop();
      setEarlier([]);
      return;
    }
    // The dialog leads to them if that fails, as it does for a session that was just removed.
    newest
      .current(() => call("label.places", { session_id, before: first }), setEarlier)
      .catch(() => undefined);
  }, [session_id, names, more, first]);
  return earlier;
}

interface Strip {
  pins: readonly Mark[];
  /** CSS pixels between the marks and the edge. */
  bar: number;
}

const isSame = (a: Strip, b: Strip): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Places the marks anew when messages come or go, and seldom while one grows: a growing answer costs no layout. */
function useStrip(session_id: SessionId, names: Names): Strip {
  const cells = useStore(mainThread.drawn, (state) => state.cells);
  const more = useStore(mainThread.drawn, (state) => state.more);
  const turns = useStore(mainThread.drawn, ({ view }) => view?.session.turns ?? 0);
  const earlier = useEarlier(session_id, names);
  const loaded = useMemo(() => turnsIn(cells), [cells]);
  const [strip, setStrip] = useState<Strip>({ pins: [], bar: LEAST_BAR });
  useEffect(() => {
    const box = mainThread.log;
    if (box === undefined) return;
    return afterLayout([box, ...box.children], () => {
      const { scrollHeight: height, clientHeight: track } = box;
      const extent = { height, loaded, turns, more };
      const marks = marksOf(names, (id) => topOfRow(mainThread, id), earlier, extent);
      const next = {
        pins: height > track ? gathered(marks, track) : [],
        // Both edges keep the room of a scroll bar.
        bar: Math.max(LEAST_BAR, (box.offsetWidth - box.clientWidth) / 2),
      };
      setStrip((before) => (isSame(before, next) ? before : next));
    });
  }, [names, earlier, loaded, turns, more]);
  return strip;
}

function Pins({ session_id, names }: { session_id: SessionId; names: Names }) {
  const { t } = useTranslation("labels");
  const { pins, bar } = useStrip(session_id, names);
  const wordsOf = ({ names: all }: Mark) => {
    const told = all.slice(0, TOLD).map(quoted).join(", ");
    return all.length > TOLD ? t("pin-more", { names: told, count: all.length - TOLD }) : told;
  };
  return (
    <div className="label-pins" aria-hidden="true" style={{ insetInlineEnd: bar }}>
      {pins.map((pin) => (
        <button
          key={pin.message_id}
          type="button"
          className="label-pin"
          tabIndex={-1}
          style={{ insetBlockStart: `${pin.at * 100}%` }}
          {...tip(wordsOf(pin))}
          // The focus goes to the message, and to nothing on the way.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => doing(() => ask().showMessage(session_id, pin.message_id))}
        />
      ))}
    </div>
  );
}

export function LabelPins() {
  const session_id = useStore(mainThread.drawn, (state) => state.session_id) ?? undefined;
  const names = useStore(labels, ({ of }) => session_id && of.get(session_id));
  if (session_id === undefined || !names) return null;
  return <Pins key={session_id} session_id={session_id} names={names} />;
}
