/** One line of the palette: an icon, a name, and a time or key. Titles and model names are only ever text. */
import { Command } from "cmdk";
import { CornerDownLeft, Cpu, type LucideIcon, MessageSquare, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { keyName } from "../../platform/commands/key-names";
import { t } from "../../platform/language/language";
import { shortTime } from "../../platform/language/time";
import type { Entry } from "./entries";

const icons: Record<Entry["kind"], LucideIcon> = {
  session: MessageSquare,
  command: CornerDownLeft,
  model: Cpu,
  page: SlidersHorizontal,
};

function nameOf(entry: Entry): string {
  if (entry.kind === "session") return entry.session.title;
  if (entry.kind === "command") return t(`commands:${entry.id}`);
  return entry.kind === "model" ? entry.label : t(`palette:pages.${entry.page}`);
}

function hintOf(entry: Entry): ReactNode {
  if (entry.kind === "session") {
    const { archived_at, updated_at } = entry.session;
    const time = shortTime(updated_at, Date.now());
    return archived_at === undefined ? time : t("palette:archived", { time });
  }
  if (entry.kind === "model") return entry.ref.provider_id;
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
