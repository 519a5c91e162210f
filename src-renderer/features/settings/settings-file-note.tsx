/** The file behind the settings: mistakes in it that belong to no field, and the ways to it. */
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { call } from "../../bridge";
import { doing } from "../../state/actions";
import { settings } from "../../state/settings";
import { homeless } from "./problems";

/** Which file it is, main knows: the window does not say. */
export function FileActions() {
  const { t } = useTranslation("settings");
  return (
    <div className="settings-file">
      <button
        type="button"
        className="button button-link"
        onClick={() => doing(() => call("settings.open_file", undefined))}
      >
        {t("open-file")}
      </button>
      <button
        type="button"
        className="button button-link"
        onClick={() => doing(() => call("settings.show_file", undefined))}
      >
        {t("show-file")}
      </button>
    </div>
  );
}

export function FileProblems() {
  const { t } = useTranslation("settings");
  const problems = useStore(
    settings,
    useShallow(({ view }) => homeless(view?.problems ?? [])),
  );
  if (problems.length === 0) return null;
  return (
    <section className="settings-problems" aria-label={t("problems")}>
      <h3>
        <TriangleAlert /> {t("problems")}
      </h3>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={path}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
      <FileActions />
    </section>
  );
}
