/** Hidden messages beside the main thread that no marker leads to, to be read: a search has found one of them (SE-5). */
import { useTranslation } from "../../../platform/language/use-translation";
import { closeRead } from "../panel";
import { PanelFrame } from "../panel-frame";
import type { Unmarked } from "../panel-state";

export function UnmarkedTurns({ of }: { of: Unmarked }) {
  const { t } = useTranslation("compare");
  const title = t(`unmarked.${of}`);
  return (
    <PanelFrame
      as="section"
      label={title}
      title={title}
      closeLabel={t("close-short")}
      onClose={closeRead}
      readOnly
    >
      {null}
    </PanelFrame>
  );
}
