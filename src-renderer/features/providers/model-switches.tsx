/** The facts of a model that are true or false. A switch shows what is in force; only what differs from that is saved. */

import { useId } from "react";
import { READABLE_KINDS } from "../../../src-preload/contract/domain/attachments";
import type { ProviderModel } from "../../../src-preload/contract/domain/providers";
import type { CallInput } from "../../../src-preload/contract/window/calls";
import { useTranslation } from "../../platform/language/use-translation";
import { Switch } from "../../ui/switch";

const words = {
  image: "model.reads-pictures",
  pdf: "model.reads-pdfs",
  tools: "model.tools",
  begins_thinking: "model.begins-thinking",
  small: "model.small",
} as const;
type SwitchName = keyof typeof words;
export type Switches = Readonly<Record<SwitchName, boolean>>;

/** What is in force today. */
const startingSwitches = ({ reads = [], tools, begins_thinking, small }: ProviderModel): Switches => ({
  image: reads.includes("image"),
  pdf: reads.includes("pdf"),
  tools: tools !== false,
  begins_thinking: begins_thinking === true,
  small: small === true,
});

/** The values to save: the kinds of file go together, as the settings hold them. */
export function readSwitches(
  model: ProviderModel,
  typed: Partial<Switches>,
): Pick<CallInput<"providers.save_model">, "reads" | "tools" | "begins_thinking" | "small"> {
  const before = startingSwitches(model);
  const now = { ...before, ...typed };
  return {
    ...(READABLE_KINDS.every((kind) => now[kind] === before[kind])
      ? {}
      : { reads: READABLE_KINDS.filter((kind) => now[kind]) }),
    ...(now.tools === before.tools ? {} : { tools: now.tools }),
    ...(now.begins_thinking === before.begins_thinking
      ? {}
      : { begins_thinking: now.begins_thinking || null }),
    ...(now.small === before.small ? {} : { small: now.small }),
  };
}

interface ModelSwitchesProps {
  model: ProviderModel;
  typed: Partial<Switches>;
  /** The first switch takes the focus. */
  isWanted: boolean;
  onChange: (typed: Partial<Switches>) => void;
}

export function ModelSwitches({ model, typed, isWanted, onChange }: ModelSwitchesProps) {
  const now = { ...startingSwitches(model), ...typed };
  const names = Object.keys(words) as SwitchName[];
  const offered = names.filter((name) => name !== "begins_thinking" || model.begins_thinking !== undefined);
  return offered.map((name) => (
    <ModelSwitch
      key={name}
      name={name}
      checked={now[name]}
      autoFocus={isWanted && name === "image"}
      onChange={(checked) => onChange({ ...typed, [name]: checked })}
    />
  ));
}

interface ModelSwitchProps {
  name: SwitchName;
  checked: boolean;
  autoFocus: boolean;
  onChange: (checked: boolean) => void;
}

function ModelSwitch({ name, checked, autoFocus, onChange }: ModelSwitchProps) {
  const { t } = useTranslation("providers");
  const label = useId();
  return (
    <div className="model-small">
      <Switch checked={checked} autoFocus={autoFocus} onChange={onChange} aria-labelledby={label} />
      <span id={label}>{t(words[name])}</span>
    </div>
  );
}
