/** The pages of the dialog: those that are lists of settings, and those that other features bring. */
import { lazy, Suspense } from "react";
import type { SettingsPage as PageName } from "../../state/panels";
import { KeyList } from "../keys/key-list";
import { settingsOf } from "./setting-list";
import { type Jump, SettingRow } from "./setting-row";

type PageModule = { default: () => React.ReactNode };
/** Brought by their own features, read when they are first shown. */
const brought = {
  providers: Object.values(import.meta.glob<PageModule>("../providers/providers-page.tsx"))[0],
  storage: Object.values(import.meta.glob<PageModule>("../storage/storage-page.tsx"))[0],
};
const ProvidersPage = lazy(brought.providers ?? (async () => ({ default: () => null })));
const StoragePage = lazy(brought.storage ?? (async () => ({ default: () => null })));

export function SettingsPage({ page, jump }: { page: PageName; jump: Jump | undefined }) {
  if (page === "keys") return <KeyList />;
  if (page === "providers" || page === "storage")
    return <Suspense>{page === "providers" ? <ProvidersPage /> : <StoragePage />}</Suspense>;
  return settingsOf(page).map((setting) => (
    <SettingRow key={setting.path} setting={setting} jump={jump?.path === setting.path ? jump : undefined} />
  ));
}
