/**
 * The page that connects a first model, in place of an empty conversation: a company's key first, then a server on this computer, then the
 * guide. Nothing of it is asked for, and nothing is in the way.
 */
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { dialogs, openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { connecting, useIsGuideAlone } from "../../thread/connecting";
import { isKnownEmpty, sessionList } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import { LocalServers } from "./local-servers";
import { PresetChoice } from "./preset-choice";
import { type Preset, presets } from "./presets";
import { findLocal, providersState, setBeginning } from "./providers-state";
import { useProviders } from "./use-providers";
import "./providers.css";

const take = () => connecting.setState({ taken: true, asked: false });

/** Returns true while only the guide works, for a user without sessions or one who asks for the page. */
function useIsFirstRun(): boolean {
  const alone = useIsGuideAlone();
  const nothing = useStore(sessionList, isKnownEmpty);
  const { taken, asked } = useStore(connecting);
  // The page stays while a key is tried. After a refusal it stays too, to show that where the key was entered.
  const beginning = useStore(providersState, (state) => state.beginning);
  return (alone || beginning) && (asked || (nothing && !taken));
}

const writeBelow = () => mainThread.focusComposer();

const withKey = presets.filter(({ keys_at }) => keys_at !== undefined);

function Ways() {
  const { t } = useTranslation("providers");
  const [preset, setPreset] = useState<Preset>();
  useProviders();
  useEffect(() => {
    void findLocal();
    connecting.setState({ shown: true });
    return () => {
      setBeginning(false);
      connecting.setState({ shown: false, asked: false });
    };
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
