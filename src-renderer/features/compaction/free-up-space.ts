/** Frees space in the model's window (PR-3): large outputs of tools are left out for the model, and stay stored. */

import { call } from "../../platform/bridge";
import { runCommand } from "../../platform/commands/registry";
import { t } from "../../platform/language/language";
import { count } from "../../platform/language/numbers";
import { clearErrors, showDone } from "../../platform/notices";
import { once } from "../../platform/once";
import { doing } from "../../thread/actions";
import type { Thread } from "../../thread/thread";
import { isTakenBackNext } from "../../thread/undo";

/** Says afterwards what it did, with the way back. */
export function freeUpSpace(thread: Thread): void {
  const { session_id } = thread.view.getState();
  if (!session_id) return;
  clearErrors();
  doing(() =>
    once(`free ${session_id}`, async () => {
      const freed = call("prune.do", { session_id });
      await isTakenBackNext(() => freed);
      const { outputs, tokens } = await freed;
      if (outputs === 0) return showDone({ words: () => t("compaction:free.nothing") });
      showDone({
        words: () => t("compaction:free.done", { count: outputs, tokens: count(tokens) }),
        action: { name: () => t("compaction:undo"), run: () => runCommand("undo-change") },
      });
    }),
  );
}
