/**
 * The labelled messages (SE-11) of the session at hand, or of all sessions, with a field that finds among them. Typing narrows the list,
 * wherever the focus is; arrows go from the field into the list and back; Enter shows the message.
 */

import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { say } from "../../platform/announce";
import { closeDialog } from "../../platform/dialogs";
import { useFontSize } from "../../platform/font-size";
import { quoted } from "../../platform/language/undo-words";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { NotRead } from "../../thread/not-read";
import { ask } from "../../thread/requests";
import { mainThread } from "../../thread/thread";
import { Dialog, useLeaving } from "../../ui/dialog";
import { LongList } from "../../ui/long-list";
import { LabelRow } from "./label-row";
import { type Entry, type Filter, isFiltered, matching } from "./matching";
import { useLabelled } from "./use-labelled";
import "./labels.css";

function Scope({ all, onChange }: { all: boolean; onChange: (all: boolean) => void }) {
  const { t } = useTranslation("labels");
  return (
    <div className="labels-scope">
      <button type="button" className="button" aria-pressed={!all} onClick={() => onChange(false)}>
        {t("this-session")}
      </button>
      <button type="button" className="button" aria-pressed={all} onClick={() => onChange(true)}>
        {t("all-sessions")}
      </button>
    </div>
  );
}

type Narrowed = Omit<Filter, "inTitles">;

interface FieldProps {
  input: RefObject<HTMLInputElement | null>;
  filter: Narrowed;
  onChange: (change: Partial<Narrowed>) => void;
  /** The number of messages that fit, once all labels were looked through. */
  count: string;
  onEnter: () => void;
}

function FilterField({ input, filter: { typed, name }, onChange, count, onEnter }: FieldProps) {
  const { t } = useTranslation("labels");
  const forgetName = () => {
    onChange({ name: undefined });
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onEnter();
    else if (event.key === "Backspace" && typed === "") forgetName();
    else return;
    event.preventDefault();
  };
  return (
    <div className="labels-filter">
      {name === undefined ? null : (
        <span className="label-chip label-alone">
          <bdi className="label-name" title={name}>
            {name}
          </bdi>
          <button type="button" aria-label={t("not-only", { name: quoted(name) })} onClick={forgetName}>
            <X aria-hidden="true" />
          </button>
        </span>
      )}
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={t("find")}
        placeholder={t("find")}
        dir="auto"
        maxLength={200}
        value={typed}
        onChange={({ target }) => onChange({ typed: target.value })}
        onKeyDown={onKeyDown}
      />
      <span className="labels-count">{count}</span>
    </div>
  );
}

const rowOf = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches("[data-row]") ? target : undefined;

/** A blank presses a button. */
const isTyped = (key: string, target: HTMLElement): boolean =>
  key.length === 1 && !(key === " " && target.matches("button"));

/** Joins the field and the list: arrows lead from one to the other, and letters that are typed in the list go into the field. */
function onRoomKey(
  event: KeyboardEvent<HTMLElement>,
  input: HTMLInputElement | null,
  show: (row: string | undefined) => void,
): void {
  const { target, currentTarget: room, key } = event;
  // The form for another name is a child for React, and stands elsewhere.
  if (!(target instanceof HTMLElement) || !room.contains(target)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const row = rowOf(target);
  if (target === input && key === "ArrowDown") {
    event.preventDefault();
    room.querySelector<HTMLElement>("[data-row][tabindex='0']")?.focus();
  } else if (row !== undefined && key === "Enter") show(row.dataset.row);
  else if (row?.ariaPosInSet === "1" && key === "ArrowUp") input?.focus();
  else if (isTyped(key, target) && target.closest("[data-row]")) input?.focus();
}

/** Tells screen readers how many messages fit, whenever that changes. */
function useAnnounced(count: string): void {
  useEffect(() => {
    if (count !== "") say(count);
  }, [count]);
}

export default function LabelsDialog() {
  const { t } = useTranslation(["labels", "common"]);
  const room = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const here = useStore(mainThread.view, (state) => state.session_id) ?? undefined;
  const [all, setAll] = useState(here === undefined);
  const [narrowed, narrow] = useState<Narrowed>({ typed: "" });
  const filtered = isFiltered({ ...narrowed, inTitles: all });
  const { entries, more, failed, loadMore, again } = useLabelled(all ? undefined : here, filtered);
  // The last message with the label may have lost it, or got another name for it.
  const isThere = more || entries?.some(({ name }) => name === narrowed.name) !== false;
  const filter = useMemo(
    () => ({ typed: narrowed.typed, name: isThere ? narrowed.name : undefined, inTitles: all }),
    [narrowed, all, isThere],
  );
  const found = useMemo(() => matching(entries ?? [], filter), [entries, filter]);
  const count =
    isFiltered(filter) && entries !== undefined && !more ? t("found", { count: found.length }) : "";
  useAnnounced(count);
  const size = useFontSize();
  const { leave, givesFocusBack } = useLeaving(closeDialog);
  const change = (part: Partial<Narrowed>) => narrow((before) => ({ ...before, ...part }));
  const show = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    leave();
    doing(() => ask().showMessage(entry.session_id, entry.message_id));
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="list-dialog"
      initialFocus={input}
      givesFocusBack={givesFocusBack}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the field and of the list. */}
      <div
        ref={room}
        className="list-room"
        tabIndex={-1}
        onKeyDown={(event) =>
          onRoomKey(event, input.current, (row) => show(found.find(({ id }) => id === row)))
        }
      >
        {here === undefined ? null : <Scope all={all} onChange={setAll} />}
        <FilterField {...{ input, filter, count }} onChange={change} onEnter={() => show(found[0])} />
        {entries === undefined && failed ? <NotRead onAgain={again} /> : null}
        {entries === undefined || found.length > 0 || (filtered && more) ? null : (
          <p className="list-nothing">{t(entries.length === 0 ? "nothing" : "none")}</p>
        )}
        {found.length === 0 ? null : (
          <LongList
            label={t("title")}
            items={found}
            count={more ? -1 : found.length}
            rowHeight={Math.round(size * 3.9)}
            onNearEnd={loadMore}
            focusFrom={room}
          >
            {(entry, tabIndex) => (
              <LabelRow
                entry={entry}
                tabIndex={tabIndex}
                inAll={all}
                onShow={() => show(entry)}
                onOnly={() => change({ name: entry.name })}
              />
            )}
          </LongList>
        )}
      </div>
    </Dialog>
  );
}
