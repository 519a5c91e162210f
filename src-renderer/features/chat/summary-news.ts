/** Announces that turns were summarised: the note that then stands first is seldom in view. */
import { useEffect } from "react";
import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import { say } from "../../platform/announce";
import { t } from "../../platform/language/language";
import { useThread } from "../../thread/thread";

/** Used once for each thread. */
export function useSummaryNews(): void {
  const { view } = useThread();
  useEffect(
    () =>
      view.subscribe(({ cells, status }, before) => {
        const [first] = cells;
        const isNew = first !== undefined && first.id !== before.cells[0]?.id;
        if (!isNew || status.doing === undefined) return;
        const summary = compactionOf(first.get().message);
        if (summary !== undefined) say(t("compaction:summarised", { count: summary.turns }));
      }),
    [view],
  );
}
