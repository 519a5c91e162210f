/** The settings, with the pages of other features. The code of the pages is fetched when the dialog opens. */
import { type ComponentType, useEffect } from "react";
import { LibraryNote } from "../features/private/library-note";
import { SettingsDialog } from "../features/settings/settings-dialog";
import { boot } from "../platform/bridge";
import { late } from "../platform/late";

const isPrivate = boot().private === true;

const load = {
  providers: async () => (await import("../features/providers/providers-page")).ProvidersPage,
  agents: async () => (await import("../features/agents/agents-page")).AgentsPage,
  permissions: async () => (await import("../features/permissions/permissions-page")).PermissionsPage,
  backups: async () =>
    isPrivate ? LibraryNote : (await import("../features/backups/backups-page")).BackupsPage,
  storage: async () => (isPrivate ? LibraryNote : (await import("./storage")).Storage),
  keys: async () => (await import("../features/keys/shortcuts-page")).ShortcutsPage,
} satisfies Record<string, () => Promise<ComponentType>>;

const pages = {
  providers: late(load.providers),
  agents: late(load.agents),
  permissions: late(load.permissions),
  backups: late(load.backups),
  storage: late(load.storage),
  keys: late(load.keys),
};

export default function Settings() {
  // A page that is turned to then stands there at once. One that could not be fetched says so where it is shown.
  useEffect(() => {
    for (const one of Object.values(load)) one().catch(() => undefined);
  }, []);
  return <SettingsDialog brought={pages} />;
}
