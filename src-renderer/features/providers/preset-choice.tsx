/** A row of providers to add, and the form of the pressed one. When the form closes, the focus returns to its button. */
import { useRef, useState } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { AddForm } from "./add-form";
import type { Preset } from "./presets";
import { forgetTyped, forms } from "./unsaved";

interface PresetChoiceProps {
  presets: readonly Preset[];
  /** The provider whose form is open. */
  preset: Preset | undefined;
  onPreset: (change: (now: Preset | undefined) => Preset | undefined) => void;
  /** True if the form asks only for the key. */
  brief?: boolean;
  /** Called when the form is done or closed. */
  onDone?: () => void;
}

export function PresetChoice({ presets, preset, onPreset, brief = false, onDone }: PresetChoiceProps) {
  const { t } = useTranslation("providers");
  const [pressed, setPressed] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const shown = useRef(preset);
  shown.current = preset;
  const press = (each: Preset) => {
    setPressed(true);
    onPreset((now) => (now === each ? undefined : each));
    if (preset === each) onDone?.();
  };
  const close = (of: Preset) => {
    forgetTyped(forms.adding(of.name, brief));
    // A late answer of one provider must not close the form of another.
    onPreset((now) => (now === of ? undefined : now));
    if (shown.current !== of) return;
    onDone?.();
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest(".provider-form") != null;
    if (isHere) row.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
  };
  return (
    <>
      <div className={brief ? "preset-list" : "preset-row"} ref={row}>
        {presets.map((each) => (
          <button
            key={each.name}
            type="button"
            className="button"
            aria-expanded={preset === each}
            onClick={() => press(each)}
          >
            {t(`add.preset.${each.name}`)}
            {brief && each.offers !== undefined ? (
              <>
                {" "}
                <span className="preset-offers">{t(`first.offers.${each.offers}`)}</span>
              </>
            ) : null}
          </button>
        ))}
      </div>
      {preset === undefined ? null : (
        <AddForm
          key={preset.name}
          preset={preset}
          brief={brief}
          pressed={pressed}
          onDone={() => close(preset)}
        />
      )}
    </>
  );
}
