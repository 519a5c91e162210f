/** The few fields that one more provider needs; all of them are filled in already but the key. */

import { type FormEvent, useState } from "react";
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
  /** Only the key is asked for: name and address are the usual ones. */
  brief: boolean;
  /** True when a press has just opened the form, which then takes the focus. */
  pressed: boolean;
}

/** Where a provider without an address of its own is, for the words about its key. */
const usual = {
  openai: "https://api.openai.com",
  anthropic: "https://api.anthropic.com",
  google: "https://generativelanguage.googleapis.com",
} as const;

function complaintAbout(id: string, taken: readonly string[]): string | undefined {
  if (!isId(id)) return translate("providers:add.name-invalid");
  return taken.includes(id) ? translate("providers:add.name-taken") : undefined;
}

/** The fields as they are typed, and whether they are valid. All but the key is kept until the form is saved or cancelled. */
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

/** How far it has come: a key that was refused can be mended where it was entered. */
function useAdded() {
  const [added, setAdded] = useState(false);
  return { added, noteAdded: () => setAdded(true) };
}

/** Undefined where the key could not be kept. @throws CallError */
async function addOrMend(provider: NewProvider, added: boolean): Promise<Outcome | undefined> {
  if (!added) return await addProvider(provider);
  const { id, key, keep } = provider;
  return (await change("providers.set_key", { provider_id: id, key, keep }))
    ? await tryProvider(id, true)
    : undefined;
}

/** Adds it; what fails is said in the form, which keeps what was typed. On a page of its own, so is a key that is refused. */
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
      // The dialog was closed meanwhile: it is told where its user is.
      if (!form.isConnected) reportError(error);
      setOutcome({ ok: false, ...toErrorInfo(error) });
    }
    setAdding(false);
    // The button that was pressed could not be, and has lost the focus: the next thing is another key.
    if (document.activeElement === document.body)
      form.querySelector<HTMLElement>('input[type="password"]')?.focus();
  };
  return { adding, outcome, submit };
}

export function AddForm({ preset, onDone, brief, pressed }: AddFormProps) {
  const { t } = useTranslation(["providers", "common"]);
  const progress = useAdded();
  const { added } = progress;
  const fields = useFields(preset, brief, added);
  const { adding, outcome, submit } = useAdding(fields, progress, brief, onDone);
  const { form, id, wrongId, address, wrongAddress, keyField } = fields;
  return (
    <form
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
