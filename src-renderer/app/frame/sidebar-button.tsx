/** Hides the sidebar, or brings it back: in the sidebar while it is there, in the bar of the session while it is not. */
import { PanelLeft } from "lucide-react";
import { useStore } from "zustand";
import { ariaKey, keyName } from "../../platform/commands/key-names";
import { useTranslation } from "../../platform/language/use-translation";
import { isSidebarShown, layout, toggleSidebar } from "../../platform/layout";
import { IconButton } from "../../ui/icon-button";

/** Shown where the sidebar is (`in="sidebar"`), or where it is not. */
export function SidebarButton({ in: place }: { in: "sidebar" | "bar" }) {
  const { t } = useTranslation();
  const shown = useStore(layout, isSidebarShown);
  if (shown !== (place === "sidebar")) return null;
  return (
    <IconButton
      className="sidebar-button"
      label={t(shown ? "hide-sidebar" : "show-sidebar")}
      hotkey={keyName("toggle-sidebar")}
      aria-keyshortcuts={ariaKey("toggle-sidebar")}
      aria-expanded={shown}
      aria-controls="sidebar"
      onClick={toggleSidebar}
    >
      <PanelLeft />
    </IconButton>
  );
}
