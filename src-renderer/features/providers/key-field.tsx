/** The field for a key: takes a pasted or typed key, never shows it, and says where it will be kept and sent. */

import { useId } from "react";
import { useStore } from "zustand";
import type { Keeping, ProvidersView } from "../../../src-preload/contract/domain/providers";
import { useTranslation } from "../../platform/language/use-translation";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import { isAddress, shortAddress } from "./presets";
import { providersState } from "./providers-state";

/** Returns how this computer keeps a key unless the user asks for less. */
export const usualKeeping = (keyring: ProvidersView["keyring"] | undefined): Keeping =>
  keyring === "system" ? "system" : "run";

interface KeyFieldProps {
  value: string;
  onChange: (value: string) => void;
  keep: Keeping;
  onKeep: (keep: Keeping) => void;
  /** The address that the key will be sent to. */
  address: string;
  keys_at?: string | undefined;
  optional?: boolean;
  /** True if the form was opened for the key. The field then takes the focus. */
  focused?: boolean;
}

export function KeyField(props: KeyFieldProps) {
  const { value, onChange, keep, onKeep, address, keys_at, optional, focused = false } = props;
  const { t } = useTranslation("providers");
  const keyring = useStore(providersState, (state) => state.view?.keyring);
  const goes = isAddress(address)
    ? t("key.goes-to", { address: shortAddress(address) })
    : t("key.goes-to-address");
  const kept = keyring === "system" ? ` ${t("key.kept-system")}` : "";
  return (
    <div className="key-field">
      <TextField
        label={t("key.name")}
        type="password"
        value={value}
        onChange={onChange}
        spellCheck={false}
        // After a press that opened this form, the focus goes to the field.
        autoFocus={focused}
        hint={optional === true ? `${t("key.optional")} ${goes}${kept}` : `${goes}${kept}`}
      />
      {keys_at === undefined ? null : (
        <a className="key-link" href={keys_at} target="_blank" rel="noreferrer">
          {t("key.get")}
        </a>
      )}
      {keyring === "system" || keyring === undefined ? null : <KeepChoice keep={keep} onKeep={onKeep} />}
    </div>
  );
}

function KeepChoice({ keep, onKeep }: Pick<KeyFieldProps, "keep" | "onKeep">) {
  const { t } = useTranslation("providers");
  const plain = useStore(providersState, (state) => state.view?.keyring === "plain");
  const id = useId();
  const run = { value: "run" as const, label: t("key.keep-run"), hint: t("key.keep-run-hint") };
  const weak = { value: "plain" as const, label: t("key.keep-plain"), hint: t("key.keep-plain-hint") };
  return (
    <div className="keep-choice">
      <span id={id}>{t("key.keep")}</span>
      <Select<Keeping>
        aria-labelledby={id}
        value={keep}
        options={plain ? [run, weak] : [run]}
        onChange={onKeep}
      />
    </div>
  );
}
