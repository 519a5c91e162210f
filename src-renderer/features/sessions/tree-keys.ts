/** Maps keys in the tree of sessions to actions. Pure, except for the letters typed before. */
import { foldTitle } from "../../../src-preload/contract/domain/fold-title";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { moveTo } from "../../ui/list-moves";
import type { SessionRow } from "./session-rows";

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** In milliseconds. */
  timeStamp: number;
}

export interface TreePlace {
  rows: readonly SessionRow[];
  /** The index of the row that has the focus. */
  at: number;
  /** The number of rows that can be seen at once. */
  page: number;
  /** The arrow key that points towards the branches in the reading direction. */
  forward: "ArrowRight" | "ArrowLeft";
}

export type TreeAction =
  | { do: "go"; to: number }
  | { do: "fold"; id: SessionId; folded: boolean }
  | { do: "open" | "beside" | "rename" | "delete" | "menu" | "nothing" };

/** Returns the action of a key; undefined for a key that means nothing here. */
export function treeAction(press: KeyPress, place: TreePlace, typing: TypeAhead): TreeAction | undefined {
  const { key } = press;
  const combined = combinedAction(press);
  if (combined !== undefined) return { do: combined };
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const { rows, at, page } = place;
  const to = moveTo(key, { at, page, last: rows.length - 1 });
  if (to !== undefined) return { do: "go", to };
  if (key === "ArrowRight" || key === "ArrowLeft") return foldOrGo(place, key === place.forward);
  if (key === "F2") return { do: "rename" };
  if (key === "Enter" || (key === " " && !typing.isTyping(press.timeStamp))) return { do: "open" };
  if ([...key].length !== 1) return undefined;
  const found = typing.look(place, key, press.timeStamp);
  return found === undefined ? { do: "nothing" } : { do: "go", to: found };
}

/** Returns the action of a key together with held modifier keys. */
function combinedAction({ key, shiftKey, ctrlKey, metaKey }: KeyPress) {
  if (key === "ContextMenu" || (key === "F10" && shiftKey)) return "menu";
  // Cmd+Backspace deletes as in file lists, for keyboards without a Delete key.
  if (key === "Delete" || (key === "Backspace" && metaKey)) return "delete";
  return key === "Enter" && (ctrlKey || metaKey) ? "beside" : undefined;
}

/** Forward opens a session's branches, then moves into them. Back closes them, or moves to the parent. */
function foldOrGo({ rows, at }: TreePlace, forward: boolean): TreeAction {
  const row = rows[at];
  if (row === undefined) return { do: "nothing" };
  const { id } = row.session;
  if (forward) {
    if (row.open === undefined) return { do: "nothing" };
    return row.open ? { do: "go", to: at + 1 } : { do: "fold", id, folded: false };
  }
  if (row.open === true) return { do: "fold", id, folded: true };
  const parent = rows.findIndex(({ session }) => session.id === row.parent_id);
  return parent < 0 ? { do: "nothing" } : { do: "go", to: parent };
}

/** Letters typed within this time of each other form one word. */
const PAUSE_MS = 700;

/** Jumps to the next title that begins with the typed letters. The same letter again moves on to the next. */
export class TypeAhead {
  private typed = "";
  private at = Number.NEGATIVE_INFINITY;

  look({ rows, at }: Pick<TreePlace, "rows" | "at">, letter: string, now: number): number | undefined {
    this.typed = this.isTyping(now) ? this.typed + letter : letter;
    this.at = now;
    const [first = "", ...others] = foldTitle(this.typed);
    const repeated = others.every((other) => other === first);
    const wanted = repeated ? first : first + others.join("");
    // A longer word may still fit the current row.
    const from = repeated ? at + 1 : at;
    for (let step = 0; step < rows.length; step++) {
      const index = (from + step) % rows.length;
      if (foldTitle(rows[index]?.session.title ?? "").startsWith(wanted)) return index;
    }
    return undefined;
  }

  /** Returns true while a word goes on; a space is then part of the word. */
  isTyping(now: number): boolean {
    return now - this.at <= PAUSE_MS;
  }
}
