/** Three ways to begin, shown to a new user in place of an empty conversation. They ask for nothing and block nothing. */
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { appInfo } from "../../platform/app-info";
import { dialogs, openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { sessionList } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import { LocalServers } from "./local-servers";
import { PresetChoice } from "./preset-choice";
import { type Preset, presets } from "./presets";
import { findLocal, providersState, setBeginning } from "./providers-state";
import { useProviders } from "./use-providers";
import "./providers.css";

/** True once this window's user has taken one of the ways. */
const taken = createStore(() => false);
const take = () => taken.setState(true, true);

/** Returns true while only the guide works and there are no sessions. */
function useIsFirstRun(): boolean {
  const alone = useStore(appInfo, ({ info }) => info?.models.every(({ offline }) => offline) ?? false);
  const nothing = useStore(
    sessionList,
    ({ sessions, loading, archived }) => !loading && !archived && sessions.length === 0,
  );
  const done = useStore(taken);
  // The page stays while a key is tried. After a refusal it stays too, to show that where the key was entered.
  const beginning = useStore(providersState, (state) => state.beginning);
  return (alone || beginning) && nothing && !done;
}

const writeBelow = () => mainThread.focusComposer();

const withKey = presets.filter(({ keys_at }) => keys_at !== undefined);

function Ways() {
  const { t } = useTranslation("providers");
  const [preset, setPreset] = useState<Preset>();
  useProviders();
  useEffect(() => {
    void findLocal();
    return () => setBeginning(false);
  }, []);
  // When the page vanishes with its focused button, the focus goes to the composer. A focus elsewhere stays there.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && dialogs.getState().dialog === undefined) writeBelow();
    },
    [],
  );
  const ask = () => {
    take();
    writeBelow();
  };
  return (
    <section className="first-run" aria-label={t("first.title")}>
      <h2>{t("first.title")}</h2>
      <h3>{t("first.key")}</h3>
      <p className="provider-note">{t("first.key-text")}</p>
      <PresetChoice
        presets={withKey}
        preset={preset}
        onPreset={setPreset}
        brief
        onDone={() => setBeginning(false)}
      />
      <h3>{t("first.local")}</h3>
      <LocalServers onUsed={take} />
      <h3>{t("first.guide")}</h3>
      <p className="provider-note">{t("first.guide-text")}</p>
      <div className="preset-row">
        <button type="button" className="button" onClick={ask}>
          {t("first.guide-ask")}
        </button>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => openDialog({ name: "settings", page: "providers" })}
        >
          {t("first.more")}
        </button>
      </div>
    </section>
  );
}

/** Shows `children` to everyone who is not new. */
export function FirstRun({ children }: { children: ReactNode }) {
  return useIsFirstRun() ? <Ways /> : children;
}
