/** Chooses sessions for an export: a field that finds them by title or folder, and a list in which arrow keys move and Space chooses. */
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionCursor, SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { call } from "../../platform/bridge";
import { momentTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import { ActionButton } from "../../ui/action-button";
import { moveTo } from "../../ui/list-moves";

/** The most that a page of the list holds. */
const PAGE = 200;

interface ChoiceProps {
  chosen: ReadonlySet<SessionId>;
  onChange: (chosen: ReadonlySet<SessionId>) => void;
  disabled: boolean;
}

interface Found {
  sessions: readonly SessionSummary[];
  next?: SessionCursor | undefined;
}

const pageOf = (filter: string, before?: SessionCursor) =>
  call("session.list", {
    limit: PAGE,
    ...(filter.trim() === "" ? {} : { filter }),
    ...(before === undefined ? {} : { before }),
  });

/** The first page, anew where the words change. An overtaken answer is dropped. */
function useFound(filter: string) {
  const [found, setFound] = useState<Found>({ sessions: [] });
  useEffect(() => {
    let current = true;
    pageOf(filter).then(
      ({ sessions, next }) => current && setFound({ sessions, next }),
      (error) => current && reportError(error),
    );
    return () => {
      current = false;
    };
  }, [filter]);
  return [found, setFound] as const;
}

export function SessionChoice({ chosen, onChange, disabled }: ChoiceProps) {
  const { t } = useTranslation("exchange");
  const [filter, setFilter] = useState("");
  const [found, setFound] = useFound(filter);
  const all = async () => {
    const sessions = [...found.sessions];
    let { next } = found;
    while (next !== undefined) {
      const page = await pageOf(filter, next);
      sessions.push(...page.sessions);
      next = page.next;
    }
    setFound({ sessions });
    onChange(new Set([...chosen, ...sessions.map(({ id }) => id)]));
  };
  return (
    <div className="exchange-choice">
      <input
        type="search"
        className="input"
        aria-label={t("choice.filter")}
        placeholder={t("choice.filter")}
        dir="auto"
        maxLength={200}
        disabled={disabled}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Rows {...{ found, chosen, onChange, disabled }} />
      <div className="exchange-row">
        <span className="exchange-facts" aria-live="polite">
          {t("choice.chosen", { count: chosen.size })}
        </span>
        <span className="exchange-actions">
          <ActionButton disabled={disabled || chosen.size === 0} onClick={() => onChange(new Set())}>
            {t("choice.none")}
          </ActionButton>
          <ActionButton
            disabled={disabled || found.sessions.length === 0}
            onClick={() => void all().catch(reportError)}
          >
            {t("choice.all")}
          </ActionButton>
        </span>
      </div>
    </div>
  );
}

function Rows({ found: { sessions }, chosen, onChange, disabled }: ChoiceProps & { found: Found }) {
  const { t } = useTranslation("exchange");
  const name = useId();
  const [at, setAt] = useState(0);
  const place = Math.min(at, sessions.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const to = moveTo(event.key, { at: place, page: 8, last: sessions.length - 1 });
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    event.currentTarget.querySelectorAll("input").item(to).focus();
  };
  const toggle = (id: SessionId) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  if (sessions.length === 0) return <p className="exchange-facts">{t("choice.nothing")}</p>;
  return (
    <ul className="exchange-list" aria-label={t("choice.list")} onKeyDown={onKeyDown}>
      {sessions.map(({ id, title, updated_at }, row) => (
        <li key={id}>
          <label className="exchange-pick">
            <input
              type="checkbox"
              // One stop for Tab: arrow keys move in the list.
              tabIndex={row === place ? 0 : -1}
              checked={chosen.has(id)}
              disabled={disabled}
              onFocus={() => setAt(row)}
              onChange={() => toggle(id)}
              aria-describedby={`${name}-${row}`}
            />
            <span className="one-line" dir="auto" title={title}>
              {title}
            </span>
          </label>
          <span id={`${name}-${row}`} className="exchange-facts">
            {momentTime(updated_at, Date.now())}
          </span>
        </li>
      ))}
    </ul>
  );
}
