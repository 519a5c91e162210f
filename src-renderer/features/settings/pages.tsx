/** The pages of the dialog: lists of settings, and pages that other features bring. */
import type { ComponentType } from "react";
import type { SettingsPage as PageName } from "../../platform/dialogs";
import { settingsOf } from "../../platform/settings/setting-list";
import { type Jump, SettingRow } from "./setting-row";

/** The pages that are no lists of settings, by name. The app provides their components. */
export type BroughtPages = Record<
  "providers" | "agents" | "permissions" | "backups" | "storage" | "keys",
  ComponentType
>;

interface SettingsPageProps {
  page: PageName;
  jump: Jump | undefined;
  brought: BroughtPages;
}

export function SettingsPage({ page, jump, brought }: SettingsPageProps) {
  if (
    page === "providers" ||
    page === "agents" ||
    page === "permissions" ||
    page === "backups" ||
    page === "storage" ||
    page === "keys"
  ) {
    const Brought = brought[page];
    return (
      <div className="settings-brought">
        <Brought />
      </div>
    );
  }
  return settingsOf(page).map((setting) => (
    <SettingRow key={setting.path} setting={setting} jump={jump?.path === setting.path ? jump : undefined} />
  ));
}
