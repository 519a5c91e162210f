/** The pages of the dialog: those that are lists of settings, and those that other features bring, read when they are first shown. */
import { lazy, Suspense } from "react";
import type { SettingsPage as PageName } from "../../state/panels";
import { KeyList } from "../keys/key-list";
import { settingsOf } from "./setting-list";
import { type Jump, SettingRow } from "./setting-row";

const ProvidersPage = lazy(async () => {
  const { ProvidersPage: Page } = await import("../providers/providers-page");
  return { default: Page };
});
const StoragePage = lazy(async () => {
  const { StoragePage: Page } = await import("../storage/storage-page");
  return { default: Page };
});

export function SettingsPage({ page, jump }: { page: PageName; jump: Jump | undefined }) {
  if (page === "keys") return <KeyList />;
  if (page === "providers" || page === "storage")
    return (
      <div className="settings-brought">
        <Suspense>{page === "providers" ? <ProvidersPage /> : <StoragePage />}</Suspense>
      </div>
    );
  return settingsOf(page).map((setting) => (
    <SettingRow key={setting.path} setting={setting} jump={jump?.path === setting.path ? jump : undefined} />
  ));
}
