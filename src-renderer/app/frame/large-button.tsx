/** Makes the quick window one like the others. A window that was made large shows no such button. */
import { Maximize2 } from "lucide-react";
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { layout } from "../../platform/layout";
import { IconButton } from "../../ui/icon-button";

/** CSS pixels of a usual window. */
const USUAL = [1280, 800] as const;

export function LargeButton() {
  const { t } = useTranslation();
  const isSmall = useStore(layout, ({ narrow }) => narrow);
  if (!isSmall) return null;
  return (
    <IconButton label={t("make-large")} onClick={() => window.resizeTo(...USUAL)}>
      <Maximize2 />
    </IconButton>
  );
}
