/** What a new user sees in place of an empty conversation: three ways to begin. It asks for nothing and is in nobody's way. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { appView } from "../../state/app";
import { openDialog } from "../../state/panels";
import { sessionList } from "../../state/session-list";
import { AddForm } from "./add-form";
import { LocalServers } from "./local-servers";
import { type Preset, presets } from "./presets";
import { useProviders } from "./providers-page";
import { findLocal } from "./providers-state";
import "./providers.css";

/** One of the ways was taken in this window. */
const taken = createStore(() => false);
const take = () => taken.setState(true, true);

/** Nothing but the guide is set up, and nobody has talked yet. */
export function useIsFirstRun(): boolean {
  const alone = useStore(appView, ({ info }) => info?.models.every(({ offline }) => offline) ?? false);
  const nothing = useStore(
    sessionList,
    ({ sessions, loading, archived }) => !loading && !archived && sessions.length === 0,
  );
  const done = useStore(taken);
  return alone && nothing && !done;
}

const withKey = presets.filter(({ keys_at }) => keys_at !== undefined);

export function FirstRun() {
  const { t } = useTranslation("providers");
  useProviders();
  useEffect(() => void findLocal(), []);
  const [preset, setPreset] = useState<Preset>();
  const ask = () => {
    take();
    document.querySelector<HTMLElement>(".composer textarea")?.focus();
  };
  return (
    <section className="first-run" aria-label={t("first.title")}>
      <h2>{t("first.title")}</h2>
      <h3>{t("first.key")}</h3>
      <p className="provider-note">{t("first.key-text")}</p>
      <div className="preset-row">
        {withKey.map((each) => (
          <button
            key={each.name}
            type="button"
            className="button"
            aria-expanded={preset?.name === each.name}
            onClick={() => setPreset(preset?.name === each.name ? undefined : each)}
          >
            {t(`add.preset.${each.name}`)}
          </button>
        ))}
      </div>
      {preset === undefined ? null : (
        <AddForm key={preset.name} preset={preset} brief onDone={() => setPreset(undefined)} />
      )}
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
