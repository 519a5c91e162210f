/** One provider: a line with its state and, when opened, everything that can be done with it. */

import { ChevronRight } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useStore } from "zustand";
import type { ProviderInfo } from "../../../src-preload/contract/domain/providers";
import type { ProviderField } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { useArrival } from "../../platform/settings/arrival";
import { ActionButton } from "../../ui/action-button";
import { focusInto } from "../../ui/focus";
import { TextField } from "../../ui/text-field";
import { OutcomeDetails } from "./outcome";
import { isAddress, shortAddress } from "./presets";
import { ProviderKey } from "./provider-key";
import { ProviderModels } from "./provider-models";
import { cancel, change, providersState, refresh, test, toggleOpen } from "./providers-state";
import { forgetProvider, forgetTyped, forms, noteTyped, typedIn, useTyped } from "./unsaved";

interface ProviderRowProps {
  provider: ProviderInfo;
  /** True for the first that may have a key: "API keys" leads to it. */
  hasKeys: boolean;
  /** The field that the page was opened for. It takes the focus. */
  wanted: ProviderField["field"] | undefined;
}

export function ProviderRow({ provider, hasKeys, wanted }: ProviderRowProps) {
  const { t } = useTranslation("providers");
  const arrival = useArrival<HTMLLIElement>(hasKeys ? "api-keys" : undefined, focusInto);
  const open = useStore(providersState, (state) => state.open === provider.id);
  const inWords = useInWords();
  const details = useId();
  const { key } = provider;
  const said =
    key.state === "missing"
      ? inWords(key.reason)
      : key.state === "environment"
        ? t("key.environment", { variable: key.variable })
        : t(`key.${key.state}`);
  const place = provider.address === "" ? "" : ` · ${shortAddress(provider.address)}`;
  return (
    <li ref={arrival} className="provider" data-open={open || undefined}>
      <button
        type="button"
        className="provider-line"
        aria-expanded={open}
        aria-controls={details}
        onClick={() => toggleOpen(provider.id)}
      >
        <ChevronRight />
        <span className="provider-name" dir="auto">
          {provider.type === "builtin" ? t("guide") : provider.id}
        </span>
        <span className="provider-place">
          {t(`type.${provider.type}`)}
          {place}
        </span>
        <span className="provider-state" data-state={key.state}>
          {provider.type === "builtin" ? "" : said}
        </span>
      </button>
      <div id={details} hidden={!open} className="provider-details">
        {open ? <Details provider={provider} wanted={wanted} /> : null}
      </div>
    </li>
  );
}

function Details({ provider, wanted }: Omit<ProviderRowProps, "hasKeys">) {
  const { t } = useTranslation("providers");
  const inWords = useInWords();
  if (provider.type === "builtin") return <p className="provider-note">{t("builtin")}</p>;
  const { key } = provider;
  return (
    <>
      {key.state === "missing" ? (
        <p className="provider-note" dir="auto">
          {inWords(key.hint)}
        </p>
      ) : null}
      <ProviderKey provider={provider} wanted={wanted === "key"} />
      {provider.in_settings ? <Address provider={provider} wanted={wanted === "address"} /> : null}
      <Questions provider={provider} />
      <ProviderModels provider={provider} wanted={typeof wanted === "object" ? wanted : undefined} />
      {provider.in_settings ? <Remove provider={provider} /> : null}
    </>
  );
}

/** The buttons to test and to refresh, and the outcome. */
function Questions({ provider: { id } }: { provider: ProviderInfo }) {
  const { t } = useTranslation("providers");
  const asking = useStore(providersState, (state) => state.asking[id]);
  const inWords = useInWords();
  const outcome = useStore(providersState, (state) => state.outcomes[id]);
  const first = useRef<HTMLButtonElement>(null);
  const stopAsking = () => {
    // The pressed button vanishes with the question that it stops.
    first.current?.focus();
    cancel(id);
  };
  return (
    <>
      <div className="provider-actions">
        <ActionButton ref={first} disabled={asking !== undefined} onClick={() => void test(id)}>
          {t("test")}
        </ActionButton>
        <ActionButton disabled={asking !== undefined} onClick={() => void refresh(id)}>
          {t("refresh")}
        </ActionButton>
        {asking === undefined ? null : (
          <button type="button" className="button button-quiet" onClick={stopAsking}>
            {t("cancel-test")}
          </button>
        )}
      </div>
      <p className="provider-outcome" role="status" data-ok={outcome?.ok} dir="auto">
        {asking ?? inWords(outcome?.message)}
        {outcome?.hint === undefined ? null : <span className="provider-hint">{inWords(outcome.hint)}</span>}
      </p>
      <OutcomeDetails details={outcome?.details} />
    </>
  );
}

function Address({ provider, wanted }: { provider: ProviderInfo; wanted: boolean }) {
  const { t } = useTranslation("providers");
  const { id, type } = provider;
  const form = forms.address(id);
  const { address = provider.address } = useTyped(form);
  const changed = address.trim() !== provider.address;
  if (type === "builtin") return null;
  const write = (text: string) =>
    text === provider.address ? forgetTyped(form) : noteTyped(form, { address: text });
  const save = async () => {
    const isSaved = await change("providers.save", { id, type, base_url: address.trim(), create: false });
    // The user may have typed another address meanwhile.
    if (isSaved && typedIn(form)?.address === address) forgetTyped(form);
  };
  return (
    <form
      className="provider-address"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && isAddress(address.trim())) void save();
      }}
    >
      <TextField
        label={t("address")}
        value={address}
        onChange={write}
        spellCheck={false}
        // The settings were opened for this field.
        autoFocus={wanted}
        dir="ltr"
        {...(changed ? { hint: t("address-hint") } : {})}
        {...(isAddress(address.trim()) ? {} : { error: t("address-invalid") })}
      />
      {changed ? (
        <button type="submit" className="button" disabled={!isAddress(address.trim())}>
          {t("address-save")}
        </button>
      ) : null}
    </form>
  );
}

/** Asks in place, because a second dialog would hide the provider to remove. */
function Remove({ provider: { id } }: { provider: ProviderInfo }) {
  const { t } = useTranslation(["providers", "common"]);
  const [sure, setSure] = useState(false);
  const remove = async () => {
    if (await change("providers.remove", { provider_id: id })) forgetProvider(id);
  };
  if (!sure)
    return (
      <div className="provider-actions">
        <button type="button" className="button button-quiet" onClick={() => setSure(true)}>
          {t("providers:remove")}
        </button>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset asks for a value, this asks a question.
    <div className="provider-actions" role="group" aria-label={t("providers:remove-question", { id })}>
      <span dir="auto">{t("providers:remove-question", { id })}</span>
      <button type="button" className="button button-danger" onClick={() => void remove()}>
        {t("providers:remove-yes")}
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone; what is safe takes its place. */}
      <button type="button" className="button button-quiet" autoFocus onClick={() => setSure(false)}>
        {t("common:cancel")}
      </button>
    </div>
  );
}
