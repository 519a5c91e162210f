/** Footnotes, which link there and back within their own message. Their ids are made here, from a prefix of the message and a number. */
import { createContext, type MouseEvent, useContext } from "react";
import { useTranslation } from "../../../platform/language/use-translation";

/** A prefix that makes the ids of one message unlike those of all others. */
export const NoteScope = createContext("");

type End = "note" | "mark";

const idOf = (scope: string, end: End, number: string) => `${end}-${scope}-${number}`;

/** Shows and focuses the other end. The page's address does not change. */
function lead(event: MouseEvent, id: string): void {
  event.preventDefault();
  const there = document.getElementById(id);
  there?.scrollIntoView({ block: "nearest" });
  there?.focus({ preventScroll: true });
}

export function NoteMark({ number }: { number: string }) {
  const { t } = useTranslation("chat");
  const scope = useContext(NoteScope);
  const there = idOf(scope, "note", number);
  return (
    <sup>
      <a
        id={idOf(scope, "mark", number)}
        href={`#${there}`}
        role="doc-noteref"
        aria-label={t("markdown.footnote", { number })}
        draggable={false}
        onClick={(event) => lead(event, there)}
        onAuxClick={(event) => event.preventDefault()}
      >
        {number}
      </a>
    </sup>
  );
}

export function NoteBack({ number }: { number: number }) {
  const { t } = useTranslation("chat");
  const scope = useContext(NoteScope);
  const there = idOf(scope, "mark", String(number));
  return (
    <a
      className="note-back"
      href={`#${there}`}
      role="doc-backlink"
      aria-label={t("markdown.footnote-back", { number })}
      draggable={false}
      onClick={(event) => lead(event, there)}
      onAuxClick={(event) => event.preventDefault()}
    >
      ↩
    </a>
  );
}

export const useNoteId = (number: number): string => idOf(useContext(NoteScope), "note", String(number));
