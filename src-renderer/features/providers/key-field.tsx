/** A key goes in: pasted or typed, never shown, and said where it will be kept and where it will go. */

import { useId } from "react";
import { useStore } from "zustand";
import type { Keeping, ProvidersView } from "../../../src-preload/contract/domain/providers";
import { useTranslation } from "../../platform/language/use-translation";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import { isAddress, shortAddress } from "./presets";
import { providersState } from "./providers-state";

/** How a key is kept on this computer, unless somebody asks for less. */
export const usualKeeping = (keyring: ProvidersView["keyring"] | undefined): Keeping =>
  keyring === "system" ? "system" : "run";

interface KeyFieldProps {
  value: string;
  onChange: (value: string) => void;
  keep: Keeping;
  onKeep: (keep: Keeping) => void;
  /** Where it will go. */
  address: string;
  keys_at?: string | undefined;
  optional?: boolean;
  /** True where the form was opened for the key: the field takes the focus. */
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
        // The focus goes where the eye goes, after a press that opened this form.
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
