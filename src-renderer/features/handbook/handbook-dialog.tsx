/** The handbook in the window: its pages in a list, a search through all of them, and the page that is read. */
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { HandbookSection } from "../../../src-preload/contract/domain/handbook";
import { call, toErrorInfo } from "../../platform/bridge";
import { closeDialog, dialogs } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { Dialog } from "../../ui/dialog";
import { search } from "./search";
import "./handbook.css";

type Drawn = ComponentType<{ text: string; streaming: boolean }>;

/** The place that was read last. The dialog opens there if no place is asked for. */
let lastPlace: string | undefined;

function usePlace() {
  const asked = useStore(dialogs, ({ dialog }) => (dialog?.name === "handbook" ? dialog.place : undefined));
  const [place, setPlace] = useState(asked ?? lastPlace);
  useEffect(() => {
    if (asked !== undefined) setPlace(asked);
  }, [asked]);
  useEffect(() => {
    lastPlace = place;
  }, [place]);
  return [place, setPlace] as const;
}

/** Reads it at each opening, and in another language when the window's changes. Empty until it is there. */
function useSections() {
  const { t } = useTranslation("handbook");
  const [sections, setSections] = useState<readonly HandbookSection[]>([]);
  const [failure, setFailure] = useState<ErrorInfo>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: main reads it in the language of the window.
  useEffect(() => {
    const answers = latest();
    answers(() => call("handbook.read", {}), setSections).catch((error: unknown) =>
      setFailure(toErrorInfo(error)),
    );
    return answers.drop;
  }, [t]);
  return { sections, failure };
}

interface ListProps {
  label: string;
  sections: readonly HandbookSection[];
  nameOf: (section: HandbookSection) => string;
  isCurrent: (section: HandbookSection) => boolean;
  onChoose: (place: string) => void;
}

function List({ label, sections, nameOf, isCurrent, onChoose }: ListProps) {
  return (
    <ul className="handbook-list" aria-label={label}>
      {sections.map((section) => (
        <li key={section.place}>
          <button
            type="button"
            className="handbook-entry"
            aria-current={isCurrent(section) ? "page" : undefined}
            onClick={() => onChoose(section.place)}
          >
            {nameOf(section)}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PageProps {
  sections: readonly HandbookSection[];
  place: string;
  Markdown: Drawn;
}

function Page({ sections, place, Markdown }: PageProps) {
  const room = useRef<HTMLElement>(null);
  const at = useRef<HTMLDivElement>(null);
  const page = sections[0]?.page ?? "";
  useLayoutEffect(() => {
    if (place === sections[0]?.place) room.current?.scrollTo(0, 0);
    else at.current?.scrollIntoView({ block: "start" });
  }, [place, sections]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key.
    <section ref={room} className="handbook-page" tabIndex={0} aria-label={page}>
      {sections.map((section) => (
        <div key={section.place} ref={section.place === place ? at : null} className="handbook-section">
          <Markdown
            text={`${section.heading === page ? "#" : "##"} ${section.heading}\n\n${section.body}`}
            streaming={false}
          />
        </div>
      ))}
    </section>
  );
}

function Book({ sections, Markdown }: { sections: readonly HandbookSection[]; Markdown: Drawn }) {
  const { t } = useTranslation("handbook");
  const [place, setPlace] = usePlace();
  const [query, setQuery] = useState("");
  const pages = sections.filter(({ page, heading }) => page === heading);
  const read = sections.find((section) => section.place === place) ?? pages[0];
  const found = search(sections, query);
  const isSearching = query.trim() !== "";
  return (
    <div className="handbook">
      <nav className="handbook-side" aria-label={t("title")}>
        <input
          type="search"
          className="input"
          aria-label={t("search")}
          placeholder={t("search")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === "Enter" && !event.nativeEvent.isComposing && first !== undefined)
              setPlace(first.place);
            // The first Escape clears the search, the next closes the dialog.
            if (event.key !== "Escape" || query === "") return;
            event.stopPropagation();
            setQuery("");
          }}
        />
        {isSearching ? (
          <>
            <p className={found.length === 0 ? "field-hint" : "unseen"} aria-live="polite">
              {found.length === 0 ? t("nothing-found", { query }) : t("found", { count: found.length })}
            </p>
            <List
              label={t("results")}
              sections={found}
              nameOf={({ page, heading }) => (page === heading ? page : `${page} › ${heading}`)}
              isCurrent={(section) => section === read}
              onChoose={setPlace}
            />
          </>
        ) : (
          <List
            label={t("pages")}
            sections={pages}
            nameOf={({ page }) => page}
            isCurrent={({ page }) => page === read?.page}
            onChoose={setPlace}
          />
        )}
      </nav>
      {read === undefined ? null : (
        <Page
          sections={sections.filter(({ page }) => page === read.page)}
          place={read.place}
          Markdown={Markdown}
        />
      )}
    </div>
  );
}

export function HandbookDialog({ Markdown }: { Markdown: Drawn }) {
  const { t } = useTranslation(["handbook", "common"]);
  const { sections, failure } = useSections();
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="handbook-dialog"
    >
      {failure === undefined ? null : (
        <p className="field-error" role="alert">
          <FailureWords failure={failure} />
        </p>
      )}
      <Book sections={sections} Markdown={Markdown} />
    </Dialog>
  );
}
