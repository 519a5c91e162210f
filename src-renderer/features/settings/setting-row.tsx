/** One setting: its name, description, mistake and control. */

import { TriangleAlert } from "lucide-react";
import { memo, useId, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { SettingPath } from "../../../src-preload/contract/domain/settings";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import type { Setting } from "../../platform/settings/setting-list";
import { descriptionOf, labelOf } from "../../platform/settings/words";
import { Control } from "./control";
import { problemAt } from "./problems";
import { settings } from "./settings-state";

/** A setting to jump to; a new object for each jump. */
export interface Jump {
  path: SettingPath;
}

const CONTROL = "[role=switch], [role=combobox], input";

/** Scrolls to the setting of a jump, marks it, and focuses its control. */
function useJump(jump: Jump | undefined) {
  const row = useRef<HTMLDivElement>(null);
  // The control is drawn when main has told the values.
  const isRead = useStore(settings, ({ view }) => view !== undefined);
  useLayoutEffect(() => {
    if (jump === undefined || !isRead) return;
    const arrive = () => {
      row.current?.scrollIntoView({ block: "center" });
      row.current?.querySelector<HTMLElement>(CONTROL)?.focus();
    };
    arrive();
    // A page that opens with the dialog is still hidden in this moment.
    queueMicrotask(arrive);
  }, [jump, isRead]);
  return row;
}

function ProblemNote({ setting: { path } }: { setting: Setting }) {
  const problem = useStore(settings, ({ view }) => problemAt(view?.problems ?? [], path));
  const failure = useStore(settings, ({ failures }) => failures[path]);
  const { t } = useTranslation("settings");
  const inWords = useInWords();
  return (
    <>
      {problem === undefined ? null : (
        <p className="setting-problem">
          <TriangleAlert />
          <span>{t("in-file", { message: inWords(problem.message) })}</span>
        </p>
      )}
      {failure === undefined ? null : (
        <p className="setting-problem" role="alert">
          <TriangleAlert />
          <span>
            <FailureWords failure={failure} />
          </span>
        </p>
      )}
    </>
  );
}

interface SettingRowProps {
  setting: Setting;
  /** Set if the jump leads to this setting. */
  jump: Jump | undefined;
}

export const SettingRow = memo(function SettingRow({ setting, jump }: SettingRowProps) {
  useTranslation("settings");
  const row = useJump(jump);
  const about = useId();
  const label = labelOf(setting.path);
  return (
    <div ref={row} className="setting" data-kind={setting.kind} data-marked={jump !== undefined || undefined}>
      <div className="setting-words">
        <div className="setting-label">{label}</div>
        <div id={about} className="setting-about">
          <p>{descriptionOf(setting.path)}</p>
          <ProblemNote setting={setting} />
        </div>
      </div>
      {/* Checks of accessibility find no name in an element that is scrolled out of sight. */}
      <Control setting={setting} aria-label={label} aria-describedby={about} />
    </div>
  );
});
