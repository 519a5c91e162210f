/** The filters that were understood, each to be taken away again, and what was not understood, in a sentence. */
import { X } from "lucide-react";
import {
  FILTERS,
  KINDS,
  parseSearch,
  SPEAKERS,
  STATES,
  withoutPart,
} from "../../../src-preload/contract/domain/search-query";
import { useTranslation } from "../../platform/language/use-translation";

interface ChipsProps {
  text: string;
  /** Sets the words, and gives the focus back to their field. */
  onText: (text: string) => void;
}

export function Chips({ text, onText }: ChipsProps) {
  const { t } = useTranslation("search");
  const { filters, problems } = parseSearch(text);
  return (
    <>
      {filters.length === 0 ? null : (
        <ul className="search-chips" aria-label={t("filters")}>
          {filters.map((filter) => {
            const words = `${filter.negated ? "-" : ""}${filter.name}:${filter.value}`;
            return (
              <li key={filter.start}>
                <button
                  type="button"
                  className="search-chip"
                  aria-label={t("remove-filter", { filter: words })}
                  onClick={() => onText(withoutPart(text, filter))}
                >
                  <bdi>{words}</bdi>
                  <X aria-hidden="true" size={13} strokeWidth={1.75} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {problems.map(({ is, name, value, start }) => (
        <p key={start} className="search-problem" role="status">
          {t(`problem.${is}`, { name, value, values: valuesOf(name) })}
        </p>
      ))}
    </>
  );
}

function valuesOf(name: string): string {
  const values: Record<string, readonly string[]> = { kind: KINDS, is: STATES, from: SPEAKERS };
  return (values[name] ?? FILTERS).join(", ");
}

/** Shown before anything is typed: what can be found, and the filters, each to be added by a press. */
export function Beginning({ text, onText }: ChipsProps) {
  const { t } = useTranslation("search");
  const add = (filter: string) => onText(`${text.trimEnd()} ${filter}`.trimStart());
  return (
    <div className="search-beginning">
      <p>{t("beginning")}</p>
      <dl>
        {FILTERS.map((name) => (
          <div key={name}>
            <dt>
              <button type="button" className="search-chip" onClick={() => add(`${name}:`)}>
                {`${name}:`}
              </button>
            </dt>
            <dd>{t(`filter.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t("language")}</p>
    </div>
  );
}
