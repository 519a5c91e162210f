/** Chooses sessions for an export: a field that finds them by title or folder, and a list in which arrow keys move and Space chooses. */
import { useId, useState } from "react";
import type { ExportPlan } from "../../../src-preload/contract/domain/exchange";
import { nameOfFolder } from "../../../src-preload/contract/domain/fold-title";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { useFontSize } from "../../platform/font-size";
import { momentTime } from "../../platform/language/moments";
import { fullTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { NotRead } from "../../thread/not-read";
import { ActionButton } from "../../ui/action-button";
import { LongList } from "../../ui/long-list";
import { type Choice, chosenAlone, isChosen, isNone, toggled, withAll } from "./choice";
import { useChoosable } from "./use-choosable";

interface ChoiceProps {
  chosen: Choice;
  onChange: (chosen: Choice) => void;
  disabled: boolean;
}

interface SessionChoiceProps extends ChoiceProps {
  /** How many are chosen, of how many; undefined until they are counted. */
  count: ExportPlan["chosen"];
}

export function SessionChoice({ chosen, count, onChange, disabled }: SessionChoiceProps) {
  const { t } = useTranslation("exchange");
  const [filter, setFilter] = useState("");
  const found = useChoosable(filter);
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
          {count === undefined ? "" : t("choice.chosen", { chosen: count.count, count: count.of })}
        </span>
        <span className="exchange-actions">
          <ActionButton disabled={disabled || isNone(chosen)} onClick={() => onChange(chosenAlone([]))}>
            {t("choice.none")}
          </ActionButton>
          <ActionButton
            disabled={disabled || found.sessions.length === 0}
            onClick={() => onChange(withAll(chosen, filter))}
          >
            {t(filter.trim() === "" ? "choice.all" : "choice.all-found")}
          </ActionButton>
        </span>
      </div>
    </div>
  );
}

interface RowsProps extends ChoiceProps {
  found: ReturnType<typeof useChoosable>;
}

function Rows({ found, chosen, onChange, disabled }: RowsProps) {
  const { t } = useTranslation("exchange");
  const size = useFontSize();
  const { filter, sessions, next, failed, loadMore, again } = found;
  return (
    <div className="exchange-rows">
      {failed ? <NotRead onAgain={again} /> : null}
      {failed || filter === undefined || sessions.length > 0 ? null : (
        <p className="list-nothing">{t(filter.trim() === "" ? "export.nothing" : "choice.nothing")}</p>
      )}
      {sessions.length === 0 ? null : (
        <LongList
          // Other words are another list, which begins at its top.
          key={filter}
          label={t("choice.list")}
          items={sessions}
          count={next === undefined ? sessions.length : -1}
          rowHeight={Math.round(size * 3.3)}
          onNearEnd={loadMore}
          checks
        >
          {(session, tabIndex) => (
            <Row
              session={session}
              tabIndex={tabIndex}
              checked={isChosen(chosen, session)}
              disabled={disabled}
              onToggle={() => onChange(toggled(chosen, session))}
            />
          )}
        </LongList>
      )}
    </div>
  );
}

interface RowProps {
  session: SessionSummary;
  tabIndex: 0 | -1;
  checked: boolean;
  disabled: boolean;
  onToggle: () => void;
}

function Row({ session, tabIndex, checked, disabled, onToggle }: RowProps) {
  const { t } = useTranslation("exchange");
  const name = useId();
  const { title, updated_at, workspace_root, archived_at } = session;
  return (
    <label className="exchange-pick">
      <input
        type="checkbox"
        tabIndex={tabIndex}
        checked={checked}
        disabled={disabled}
        onChange={onToggle}
        aria-labelledby={name}
        aria-describedby={`${name}-facts`}
      />
      <span className="long-row-words">
        <span id={name} className="long-row-title" dir="auto" title={title}>
          {title}
        </span>
        <span id={`${name}-facts`} className="long-row-meta">
          <span title={fullTime(updated_at)}>{momentTime(updated_at, Date.now())}</span>
          {workspace_root === undefined ? null : (
            <>
              {" · "}
              <bdi title={workspace_root}>{nameOfFolder(workspace_root)}</bdi>
            </>
          )}
          {archived_at === undefined ? null : ` · ${t("choice.archived")}`}
        </span>
      </span>
    </label>
  );
}
