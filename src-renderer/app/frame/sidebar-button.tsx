/** Hides the sidebar, or brings it back. Stands in the sidebar while that is shown, else in the bar of the session. */
import { PanelLeft } from "lucide-react";
import { useStore } from "zustand";
import { useKeyNames } from "../../platform/commands/key-names";
import { useTranslation } from "../../platform/language/use-translation";
import { isSidebarShown, layout, toggleSidebar } from "../../platform/layout";
import { IconButton } from "../../ui/icon-button";

/** `in`: the place of this copy. Only the copy in the right place is shown. */
export function SidebarButton({ in: place }: { in: "sidebar" | "bar" }) {
  const { t } = useTranslation();
  const shown = useStore(layout, isSidebarShown);
  const keys = useKeyNames("toggle-sidebar");
  if (shown !== (place === "sidebar")) return null;
  return (
    <IconButton
      className="sidebar-button"
      label={t(shown ? "hide-sidebar" : "show-sidebar")}
      {...keys}
      aria-expanded={shown}
      aria-controls="sidebar"
      onClick={toggleSidebar}
    >
      <PanelLeft />
    </IconButton>
  );
}
