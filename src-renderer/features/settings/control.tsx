/** The control of one setting. */

import { useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import type { SettingValues } from "../../../src-preload/contract/domain/settings";
import { spokenLanguage } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";
import type { Setting } from "../../platform/settings/setting-list";
import { optionsOf } from "../../platform/settings/words";
import { Select } from "../../ui/select";
import { Switch } from "../../ui/switch";
import { KeyBox } from "./key-box";
import { parseNumber, parsePercent, writeNumber, writePercent } from "./numbers";
import { changeSetting, forgive, refuse, settings, shownValue } from "./settings-state";

/** The name of a control, and the id of the element that describes it. */
interface Named {
  "aria-label": string;
  "aria-describedby": string;
}

type Of<Kind extends Setting["kind"]> = Named & { setting: Extract<Setting, { kind: Kind }> };

function OnOff({ setting: { path }, ...named }: Of<"switch">) {
  const value = useStore(settings, (state) => shownValue(state, path));
  if (value === undefined) return null;
  return <Switch {...named} checked={value} onChange={(checked) => void changeSetting(path, checked)} />;
}

function Choice({ setting: { path, options }, ...named }: Of<"choice">) {
  const value = useStore(settings, (state) => shownValue(state, path));
  if (value === undefined) return null;
  return (
    <Select
      {...named}
      value={value}
      options={optionsOf(path, options)}
      onChange={(chosen) => void changeSetting(path, chosen as SettingValues[typeof path])}
    />
  );
}

type Unit = number | "%";

function read(text: string, unit: Unit): number | undefined {
  if (unit === "%") return parsePercent(text, spokenLanguage());
  const shown = parseNumber(text, spokenLanguage());
  return shown === undefined ? undefined : Math.round(shown * unit * 1000) / 1000;
}

const write = (value: number, unit: Unit): string =>
  unit === "%" ? writePercent(value, spokenLanguage()) : writeNumber(value / unit, spokenLanguage());

function NumberBox({ setting: { path, unit = 1, optional }, ...named }: Of<"number">) {
  const { t } = useTranslation("settings");
  const value = useStore(settings, (state) => shownValue(state, path));
  const failed = useStore(settings, ({ failures }) => path in failures);
  // A number is text while it is typed. A refused text stays, so that it can be corrected.
  const [typed, setTyped] = useState<string>();
  if (value === undefined) return null;
  const commit = () => {
    if (typed === undefined) return;
    const inFile = typed.trim() === "" && optional ? null : read(typed, unit);
    if (inFile === undefined) return refuse(path, t(unit === "%" ? "no-percent" : "no-number"));
    setTyped(undefined);
    if (inFile === value) forgive(path);
    else void changeSetting(path, inFile as SettingValues[typeof path]);
  };
  return (
    <input
      {...named}
      aria-invalid={failed}
      className="input"
      inputMode="decimal"
      placeholder={optional ? t("no-limit") : undefined}
      value={typed ?? (value === null ? "" : write(value, unit))}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && commit()}
    />
  );
}

const SMALLEST = 10;
const LARGEST = 24;
const USUAL = 13.5;

/** The slider of the font size. Dragging changes only the sample; letting go changes all windows. */
function Size({ setting: { path }, ...named }: Of<"size">) {
  const { t } = useTranslation("settings");
  const value = useStore(settings, (state) => shownValue(state, path));
  const slider = useRef<HTMLInputElement>(null);
  const [moved, setMoved] = useState<number>();
  const sample = useId();
  useEffect(() => {
    const element = slider.current;
    // React's `onChange` is the browser's `input`, which comes with every step of a drag.
    const commit = () => {
      setMoved(undefined);
      if (element !== null) void changeSetting(path, element.valueAsNumber);
    };
    element?.addEventListener("change", commit);
    return () => element?.removeEventListener("change", commit);
  }, [path]);
  const shown = moved ?? value ?? USUAL;
  return (
    <div className="setting-size">
      <input
        ref={slider}
        {...named}
        type="range"
        min={SMALLEST}
        max={LARGEST}
        step={0.5}
        value={shown}
        aria-valuetext={t("pixels", { count: shown })}
        onChange={(event) => setMoved(event.target.valueAsNumber)}
      />
      <output className="setting-size-value" htmlFor={sample}>
        {t("pixels", { count: shown })}
      </output>
      <button
        type="button"
        className="button"
        disabled={shown === USUAL}
        onClick={() => void changeSetting(path, USUAL)}
      >
        {t("usual-size")}
      </button>
      <p id={sample} className="setting-sample" style={{ fontSize: `${shown}px` }}>
        {t("sample")}
      </p>
    </div>
  );
}

export function Control({ setting, ...named }: Named & { setting: Setting }) {
  if (setting.kind === "switch") return <OnOff setting={setting} {...named} />;
  if (setting.kind === "choice") return <Choice setting={setting} {...named} />;
  if (setting.kind === "number") return <NumberBox setting={setting} {...named} />;
  if (setting.kind === "keys") return <KeyBox path={setting.path} {...named} />;
  return <Size setting={setting} {...named} />;
}
