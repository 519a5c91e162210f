/** The settings that the search has found. Arrows move through them, Enter opens one. */
import { type KeyboardEvent, useMemo } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { type Found, search } from "./search";

/** Moves the focus from the search field into the list, through it, and back. */
export function onResultKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const dialog = event.currentTarget.closest("[role=dialog]");
  const stops = [
    ...(dialog?.querySelectorAll<HTMLElement>("[data-settings-search], .settings-result") ?? []),
  ];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface SearchResultsProps {
  query: string;
  onChoose: (found: Found) => void;
}

export function SearchResults({ query, onChoose }: SearchResultsProps) {
  const { t } = useTranslation(["settings", "palette"]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language.
  const found = useMemo(() => search(query), [query, t]);
  return (
    <div className="settings-results">
      <p className="unseen" aria-live="polite">
        {t("found", { count: found.length })}
      </p>
      {found.length === 0 ? <p className="settings-nothing">{t("nothing-found", { query })}</p> : null}
      <ul aria-label={t("results")}>
        {found.map((one) => (
          <li key={one.key}>
            <button
              type="button"
              className="settings-result"
              onKeyDown={onResultKey}
              onClick={() => onChoose(one)}
            >
              <span>{one.label}</span>
              {one.kind === "page" ? null : (
                <span className="settings-result-page">{t(`palette:pages.${one.page}`)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
