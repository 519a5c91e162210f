/** One line of the palette: an icon, a name, and a time or key. Titles and model names are only ever text. */
import { Command } from "cmdk";
import { CornerDownLeft, Cpu, type LucideIcon, MessageSquare, Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { keyName } from "../../platform/commands/key-names";
import { t } from "../../platform/language/language";
import { momentTime } from "../../platform/language/moments";
import type { Findable } from "../../platform/settings/find";
import { valueLabel, valuesOf } from "../../platform/settings/words";
import { CurrentValues } from "./current-values";
import type { Entry } from "./entries";

const icons: Record<Entry["kind"], LucideIcon> = {
  session: MessageSquare,
  command: CornerDownLeft,
  model: Cpu,
  setting: SlidersHorizontal,
  search: Search,
};

function nameOf(entry: Entry): string {
  if (entry.kind === "session") return entry.session.title;
  if (entry.kind === "command") return t(`commands:${entry.id}`);
  if (entry.kind === "search") return t("palette:search", { text: entry.text });
  return entry.kind === "model" ? entry.model.label : entry.thing.label;
}

/** The value of a setting that has few, the mark of a value that is in force, or the page. */
function SettingHint({ thing }: { thing: Findable }) {
  const values = useContext(CurrentValues);
  const { kind, page } = thing;
  if (kind === "page") return null;
  if (kind === "part") return t(`palette:pages.${page}`);
  const { path } = thing.setting;
  const now = values?.[path];
  if (kind === "value") return now === thing.value ? t("palette:current") : null;
  const hasWords = valuesOf(thing.setting).some((value) => value === now);
  return hasWords ? valueLabel(path, now as string | boolean) : t(`palette:pages.${page}`);
}

function hintOf(entry: Entry): ReactNode {
  if (entry.kind === "session") {
    const { archived_at, updated_at } = entry.session;
    const time = momentTime(updated_at, Date.now());
    return archived_at === undefined ? time : t("palette:archived", { time });
  }
  if (entry.kind === "model") return entry.model.ref.provider_id;
  if (entry.kind === "setting") return <SettingHint thing={entry.thing} />;
  if (entry.kind === "search") return <kbd className="key">{keyName("search")}</kbd>;
  const key = entry.kind === "command" ? keyName(entry.id) : undefined;
  return key === undefined ? undefined : <kbd className="key">{key}</kbd>;
}

export function PaletteRow({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  const Icon = icons[entry.kind];
  return (
    <Command.Item value={entry.key} className="palette-item" onSelect={() => onChoose(entry)}>
      <Icon aria-hidden="true" size={15} strokeWidth={1.75} />
      <bdi className="palette-name">{nameOf(entry)}</bdi>
      <bdi className="palette-hint">{hintOf(entry)}</bdi>
    </Command.Item>
  );
}
