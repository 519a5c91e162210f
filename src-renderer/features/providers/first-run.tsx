/** Three ways to begin, for a new user, in place of an empty conversation. They ask for nothing and are in nobody's way. */
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

/** One of the ways was taken in this window. */
const taken = createStore(() => false);
const take = () => taken.setState(true, true);

/** Nothing but the guide is set up and known to work, and nobody has talked yet. */
function useIsFirstRun(): boolean {
  const alone = useStore(appInfo, ({ info }) => info?.models.every(({ offline }) => offline) ?? false);
  const nothing = useStore(
    sessionList,
    ({ sessions, loading, archived }) => !loading && !archived && sessions.length === 0,
  );
  const done = useStore(taken);
  // The page stays while a key is tried, and where one was refused: the refusal is shown where the key was entered.
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
  // The way that was taken went away with its button: the next thing is to write. A focus that is elsewhere stays there.
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

/** `children`: what everybody else sees there. */
export function FirstRun({ children }: { children: ReactNode }) {
  return useIsFirstRun() ? <Ways /> : children;
}
