/** The page of the settings about providers: which there are and how they stand, keys, models, local servers, and a way to add more. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { appView } from "../../state/app";
import { AddProvider } from "./add-provider";
import { LocalServers } from "./local-servers";
import { Complaint } from "./outcome";
import { ProviderRow } from "./provider-row";
import { findLocal, loadProviders, providersState } from "./providers-state";
import "./providers.css";

/** Read when the page opens, and whenever main has told that something about models is another: by hand, or in another window. */
export function useProviders(): void {
  const info = useStore(appView, (state) => state.info);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the news is that it changed.
  useEffect(() => void loadProviders(), [info]);
}

export function ProvidersPage() {
  const { t } = useTranslation("providers");
  const view = useStore(providersState, (state) => state.view);
  const failure = useStore(providersState, (state) => state.failure);
  useProviders();
  useEffect(() => void findLocal(), []);
  return (
    <div className="providers-page">
      <p className="provider-note">{t("intro")}</p>
      {failure === undefined ? null : <Complaint {...failure} />}
      {view === undefined ? (
        <p className="provider-note">{t("loading")}</p>
      ) : (
        <>
          {view.keys_unreadable ? <p className="provider-warning">{t("key.unreadable")}</p> : null}
          {view.keyring === "system" ? null : <p className="provider-warning">{t("key.no-keyring")}</p>}
          <ul className="provider-list" aria-label={t("list")}>
            {view.providers.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} />
            ))}
          </ul>
          <section className="local" aria-label={t("local.title")}>
            <h3>{t("local.title")}</h3>
            <LocalServers />
          </section>
          <AddProvider />
        </>
      )}
    </div>
  );
}
