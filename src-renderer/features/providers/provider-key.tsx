/** The key of one provider: says where it is, and lets the user enter, replace or remove it. */

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { ProviderInfo } from "../../../src-preload/contract/domain/providers";
import { useTranslation } from "../../platform/language/use-translation";
import { ActionButton } from "../../ui/action-button";
import { focusIfNowhere } from "../../ui/focus";
import { KeyField, usualKeeping } from "./key-field";
import { presets } from "./presets";
import { change, providersState, tryProvider } from "./providers-state";

const isKept = ({ key }: ProviderInfo) => ["system", "run", "plain"].includes(key.state);

const confirmOf = ({ key }: ProviderInfo) => (key.state === "missing" ? key.confirm : undefined);

/** `wanted`: the settings were opened for the key. Its field is open from the start, unless a variable only waits to be confirmed. */
export function ProviderKey({ provider, wanted }: { provider: ProviderInfo; wanted: boolean }) {
  const { t } = useTranslation("providers");
  const [entering, setEntering] = useState(wanted && confirmOf(provider) === undefined);
  const opener = useRef<HTMLButtonElement>(null);
  if (entering) {
    const leave = () => {
      flushSync(() => setEntering(false));
      // If the form still had the focus, its opener gets it. The key may have been kept late, with the focus elsewhere by then.
      focusIfNowhere(opener.current);
    };
    return <KeyForm provider={provider} onDone={leave} />;
  }
  const remove = () => void change("providers.remove_key", { provider_id: provider.id });
  return (
    <div className="provider-actions">
      <ConfirmVariable provider={provider} focused={wanted} />
      <button ref={opener} type="button" className="button" onClick={() => setEntering(true)}>
        {t(isKept(provider) ? "key.replace" : "key.enter")}
      </button>
      {isKept(provider) ? (
        <button type="button" className="button button-quiet" onClick={remove}>
          {t("key.remove")}
        </button>
      ) : null}
    </div>
  );
}

/** Asks before a key from a variable is sent. Another program may have written the variable and the address into the settings. */
function ConfirmVariable({ provider, focused }: { provider: ProviderInfo; focused: boolean }) {
  const { t } = useTranslation("providers");
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  const confirm = confirmOf(provider);
  if (confirm === undefined) return null;
  const send = () => void change("providers.confirm_variable", { provider_id: provider.id, ...confirm });
  return (
    <ActionButton ref={button} onClick={send}>
      {t("key.confirm", { variable: confirm.variable, address: confirm.origin })}
    </ActionButton>
  );
}

function KeyForm({ provider, onDone }: { provider: ProviderInfo; onDone: () => void }) {
  const { t } = useTranslation(["providers", "common"]);
  const keyring = useStore(providersState, (state) => state.view?.keyring);
  const [key, setKey] = useState("");
  const [keep, setKeep] = useState(usualKeeping(keyring));
  const preset = presets.find(({ base_url, type }) =>
    base_url === undefined ? type === provider.type : base_url !== "" && base_url === provider.address,
  );
  const save = async () => {
    if (!(await change("providers.set_key", { provider_id: provider.id, key: key.trim(), keep }))) return;
    onDone();
    await tryProvider(provider.id, true);
  };
  return (
    <form
      className="provider-form"
      aria-label={t("providers:key.enter")}
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== "") void save();
      }}
    >
      <KeyField
        value={key}
        onChange={setKey}
        keep={keep}
        onKeep={setKeep}
        address={provider.address}
        keys_at={preset?.keys_at}
        focused
      />
      <div className="provider-actions">
        <button type="submit" className="button button-primary" disabled={key.trim() === ""}>
          {t("providers:key.save")}
        </button>
        <button type="button" className="button button-quiet" onClick={onDone}>
          {t("common:cancel")}
        </button>
      </div>
    </form>
  );
}
