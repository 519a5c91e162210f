/** The settings, with the pages of other features. Each page is loaded when it is first shown. */
import { lazy } from "react";
import { SettingsDialog } from "../features/settings/settings-dialog";

const ProvidersPage = lazy(async () => ({
  default: (await import("../features/providers/providers-page")).ProvidersPage,
}));
const AgentsPage = lazy(async () => ({
  default: (await import("../features/agents/agents-page")).AgentsPage,
}));
const PermissionsPage = lazy(async () => ({
  default: (await import("../features/permissions/permissions-page")).PermissionsPage,
}));
const BackupsPage = lazy(async () => ({
  default: (await import("../features/backups/backups-page")).BackupsPage,
}));
const StoragePage = lazy(async () => ({
  default: (await import("../features/storage/storage-page")).StoragePage,
}));

const ShortcutsPage = lazy(async () => ({
  default: (await import("../features/keys/shortcuts-page")).ShortcutsPage,
}));

const pages = {
  providers: ProvidersPage,
  agents: AgentsPage,
  permissions: PermissionsPage,
  backups: BackupsPage,
  storage: StoragePage,
  keys: ShortcutsPage,
};

export default function Settings() {
  return <SettingsDialog brought={pages} />;
}
