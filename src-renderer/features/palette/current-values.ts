/** The values that the settings have now, for the marks in the list, and the change of one from the palette. */
import { createContext, useEffect, useState } from "react";
import type { SettingValues } from "../../../src-preload/contract/domain/settings";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { clearErrors, reportError, showDone } from "../../platform/notices";
import { type Findable, settingThings } from "../../platform/settings/find";
import { doing } from "../../thread/actions";

type Values = SettingValues | undefined;

export const CurrentValues = createContext<Values>(undefined);

/** Undefined until main has answered. */
export function useCurrentValues(): Values {
  const [values, setValues] = useState<Values>();
  useEffect(() => {
    call("settings.read", undefined).then((view) => setValues(view.values), reportError);
  }, []);
  return values;
}

type Value = Extract<Findable, { kind: "value" }>;

/** Sets the value at once, says so, and offers the way back. A value that cannot be written is told as any failure. */
export function setValue({ setting: { path }, value, key }: Value, before: Values): void {
  const change = (to: SettingValues[typeof path]) => call("settings.change", { path, value: to });
  const old = before?.[path];
  doing(async () => {
    await change(value as SettingValues[typeof path]);
    const undo = {
      name: () => t("sessions:undo"),
      run: () => {
        clearErrors();
        doing(() => change(old as SettingValues[typeof path]));
      },
    };
    // A new language has another name for the value.
    const words = () => settingThings().find((thing) => thing.key === key)?.label ?? "";
    showDone({ words, ...(old === undefined || old === value ? {} : { action: undo }) });
  });
}
