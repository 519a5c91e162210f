/** The few fields of a new provider. All but the key are filled in already. */

import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Keeping } from "../../../src-preload/contract/domain/providers";
import { toErrorInfo } from "../../platform/bridge";
import { t as translate } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import { TextField } from "../../ui/text-field";
import { KeyField, usualKeeping } from "./key-field";
import { Complaint } from "./outcome";
import { freeId, isAddress, isId, type Preset } from "./presets";
import {
  addProvider,
  change,
  type NewProvider,
  type Outcome,
  providersState,
  setBeginning,
  tryProvider,
} from "./providers-state";
import { forms, noteTyped, useTyped } from "./unsaved";

interface AddFormProps {
  preset: Preset;
  onDone: () => void;
  /** True if the form asks only for the key, and takes the usual name and address. */
  brief: boolean;
  /** True if a press has just opened the form, which then takes the focus. */
  pressed: boolean;
}

/** The addresses of providers that need none in the settings, for the words about the key. */
const usual = {
  openai: "https://api.openai.com",
  anthropic: "https://api.anthropic.com",
  google: "https://generativelanguage.googleapis.com",
} as const;

function complaintAbout(id: string, taken: readonly string[]): string | undefined {
  if (!isId(id)) return translate("providers:add.name-invalid");
  return taken.includes(id) ? translate("providers:add.name-taken") : undefined;
}

/** The typed fields, and the state of each. All but the key are kept until the form is saved or cancelled. */
function useFields(preset: Preset, brief: boolean, added: boolean) {
  const view = useStore(providersState, (state) => state.view);
  const taken = view?.providers.filter(({ in_settings }) => in_settings).map(({ id }) => id) ?? [];
  const name = preset.name === "other" ? "local" : preset.name;
  const form = forms.adding(preset.name, brief);
  const typed = useTyped(form);
  const [free] = useState(() => freeId(name, [...taken, "builtin"]));
  const [key, setKey] = useState("");
  const [usualKeep] = useState(() => usualKeeping(view?.keyring));
  const { id = free, address = preset.base_url ?? "", keep = usualKeep } = typed;
  const base_url = preset.base_url === undefined ? null : address.trim();
  const wrongId = added ? undefined : complaintAbout(id, taken);
  const wrongAddress = base_url !== null && !isAddress(base_url);
  const lacksKey = preset.keys_at !== undefined && key.trim() === "";
  const ready = wrongId === undefined && !wrongAddress && !lacksKey;
  const target = base_url ?? usual[preset.type as keyof typeof usual];
  const provider = { id, type: preset.type, base_url, key: key.trim(), keep };
  const onKeep = (chosen: Keeping) => noteTyped(form, { keep: chosen });
  const keyField = { value: key, onChange: setKey, keep, onKeep, address: target };
  return { form, id, wrongId, address, wrongAddress, keyField, provider, ready };
}

/** Remembers that the provider exists already, so that a refused key can be corrected in the same form. */
function useAdded() {
  const [added, setAdded] = useState(false);
  return { added, noteAdded: () => setAdded(true) };
}

/** Adds the provider, or tries a corrected key. Undefined if the key could not be kept. @throws CallError */
async function addOrMend(provider: NewProvider, added: boolean): Promise<Outcome | undefined> {
  if (!added) return await addProvider(provider);
  const { id, key, keep } = provider;
  return (await change("providers.set_key", { provider_id: id, key, keep }))
    ? await tryProvider(id, true)
    : undefined;
}

/** Adds the provider. The form shows a failure and keeps the typed text. In the first run it shows a refused key as well. */
function useAdding(
  { ready, provider }: ReturnType<typeof useFields>,
  { added, noteAdded }: ReturnType<typeof useAdded>,
  brief: boolean,
  onDone: () => void,
) {
  const [adding, setAdding] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!ready || adding) return;
    setAdding(true);
    setOutcome(undefined);
    setBeginning(brief);
    try {
      const answer = await addOrMend(provider, added);
      if (!brief || answer?.ok === true) return onDone();
      noteAdded();
      setOutcome(answer);
    } catch (error) {
      // If the dialog was closed meanwhile, the window shows the error.
      if (!form.isConnected) reportError(error);
      setOutcome({ ok: false, ...toErrorInfo(error) });
    }
    setAdding(false);
    // The pressed button was disabled and has lost the focus. The user's next step is another key.
    if (document.activeElement === document.body)
      form.querySelector<HTMLElement>('input[type="password"]')?.focus();
  };
  return { adding, outcome, submit };
}

/** The buttons that open the form are the last of the settings page: it would open below the edge. */
function useInView(wanted: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (wanted) form.current?.scrollIntoView({ block: "nearest" });
  }, [wanted]);
  return form;
}

export function AddForm({ preset, onDone, brief, pressed }: AddFormProps) {
  const { t } = useTranslation(["providers", "common"]);
  const element = useInView(pressed && !brief);
  const progress = useAdded();
  const { added } = progress;
  const fields = useFields(preset, brief, added);
  const { adding, outcome, submit } = useAdding(fields, progress, brief, onDone);
  const { form, id, wrongId, address, wrongAddress, keyField } = fields;
  return (
    <form
      ref={element}
      className="provider-form"
      aria-label={t("providers:add.form", { name: t(`providers:add.preset.${preset.name}`) })}
      onSubmit={(event) => void submit(event)}
    >
      {brief ? null : (
        <TextField
          label={t("providers:add.name")}
          hint={t("providers:add.name-hint")}
          value={id}
          onChange={(text) => noteTyped(form, { id: text })}
          spellCheck={false}
          error={wrongId}
        />
      )}
      {brief || preset.base_url === undefined ? null : (
        <TextField
          label={t("providers:address")}
          value={address}
          onChange={(text) => noteTyped(form, { address: text })}
          spellCheck={false}
          dir="ltr"
          placeholder="http://127.0.0.1:8080/v1"
          error={wrongAddress && address !== "" ? t("providers:address-invalid") : undefined}
        />
      )}
      {preset.type === "ollama" ? null : (
        <KeyField
          {...keyField}
          keys_at={preset.keys_at}
          optional={preset.keys_at === undefined}
          focused={pressed && preset.keys_at !== undefined}
        />
      )}
      {outcome === undefined ? null : <Complaint {...outcome} />}
      {added && !adding ? <p className="provider-note">{t("providers:add.kept")}</p> : null}
      <div className="provider-actions">
        <button type="submit" className="button button-primary" disabled={!fields.ready || adding}>
          {t(adding ? "providers:add.adding" : added ? "providers:add.again" : "providers:add.submit")}
        </button>
        <button type="button" className="button button-quiet" onClick={onDone}>
          {t(added ? "common:close" : "common:cancel")}
        </button>
      </div>
    </form>
  );
}
