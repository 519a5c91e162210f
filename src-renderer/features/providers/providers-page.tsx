/** The settings page about providers: their states, keys and models, local servers, and a way to add more. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { dialogs, type ProviderField } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useArrival } from "../../platform/settings/arrival";
import { focusInto } from "../../ui/focus";
import { AddProvider } from "./add-provider";
import { LocalServers } from "./local-servers";
import { Complaint } from "./outcome";
import { ProviderRow } from "./provider-row";
import { findLocal, providersState, setOpen } from "./providers-state";
import { useProviders } from "./use-providers";
import "./providers.css";
import "./providers-page.css";

/** The field that the settings were opened for; undefined for the page as a whole. */
function fieldAskedFor(): ProviderField | undefined {
  const { dialog } = dialogs.getState();
  return dialog?.name === "settings" ? dialog.provider : undefined;
}

export function ProvidersPage() {
  const { t } = useTranslation("providers");
  const view = useStore(providersState, (state) => state.view);
  const failure = useStore(providersState, (state) => state.failure);
  useProviders();
  const local = useArrival<HTMLElement>("local-servers", focusInto);
  const first = view?.providers.find(({ type }) => type !== "builtin");
  const [at] = useState(fieldAskedFor);
  useEffect(() => void findLocal(), []);
  useEffect(() => {
    if (at !== undefined) setOpen(at.provider_id);
  }, [at]);
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
              <ProviderRow
                key={provider.id}
                provider={provider}
                hasKeys={provider === first}
                wanted={at?.provider_id === provider.id ? at.field : undefined}
              />
            ))}
          </ul>
          <section ref={local} className="local" aria-label={t("local.title")}>
            <h3>{t("local.title")}</h3>
            <LocalServers />
          </section>
          <AddProvider />
        </>
      )}
    </div>
  );
}
