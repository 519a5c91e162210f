/** The file behind the settings: mistakes in it that belong to no field, and buttons that open or show it. */
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { call, toErrorInfo } from "../../platform/bridge";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { homeless } from "./problems";
import { settings } from "./settings-state";

/** Main knows the path of the file; the window does not name it. */
export function FileActions() {
  const { t } = useTranslation("settings");
  // Shown here, because the notices are behind the dialog.
  const [failure, setFailure] = useState<ErrorInfo>();
  const ask = (name: "settings.open_file" | "settings.show_file") => {
    setFailure(undefined);
    call(name, undefined).catch((error: unknown) => setFailure(toErrorInfo(error)));
  };
  return (
    <div className="settings-file">
      <button type="button" className="button button-link" onClick={() => ask("settings.open_file")}>
        {t("open-file")}
      </button>
      <button type="button" className="button button-link" onClick={() => ask("settings.show_file")}>
        {t("show-file")}
      </button>
      {failure === undefined ? null : (
        <p role="alert" className="settings-file-failure">
          <FailureWords failure={failure} />
        </p>
      )}
    </div>
  );
}

export function FileProblems() {
  const { t } = useTranslation("settings");
  const inWords = useInWords();
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
            <code>{path}</code> {inWords(message)}
          </li>
        ))}
      </ul>
      <FileActions />
    </section>
  );
}
