/**
 * Warns above the composer that the window is nearly full, where nothing is summarised by itself, with the ways out. A user who dismisses
 * it hears of it again when the conversation has grown further.
 */
import { X } from "lucide-react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";
import { mainThread, useThread } from "../../thread/thread";
import { refusalToCompact } from "../../thread/view/can-compact";
import { IconButton } from "../../ui/icon-button";
import { refusing } from "../../ui/tooltip";
import { isNearlyFull } from "./context";
import { useContextUse } from "./use-context";
import "./usage.css";

/** The share of the room by which a conversation grows before it is worth another word. */
const GROWN = 0.05;

/** Tokens at which each session's warning was dismissed. */
const dismissed = createStore<Record<SessionId, number>>(() => ({}));

export function NearlyFull() {
  return useThread() === mainThread ? <OfMain /> : null;
}

function OfMain() {
  const { t } = useTranslation("compaction");
  const used = useContextUse();
  const session_id = useStore(mainThread.drawn, (state) => state.session_id);
  const refused = useStore(mainThread.view, refusalToCompact);
  const at = useStore(dismissed, (state) => (session_id ? state[session_id] : undefined));
  if (used === undefined || !session_id) return null;
  const { tokens, summarised_at = 0, by_hand } = used.use;
  const hasGrown = at === undefined || tokens > at + summarised_at * GROWN;
  if (!by_hand || !isNearlyFull(used.use) || !hasGrown) return null;
  const refusal = refused && t(`not-now.${refused}`);
  const dismiss = () => {
    mainThread.focusComposer();
    dismissed.setState({ [session_id]: tokens });
  };
  const compact = () => {
    if (refusal !== undefined) return say(refusal);
    mainThread.focusComposer();
    runCommand("compact");
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form.
    <div className="nearly-full" role="group" aria-label={t("nearly-full.name")}>
      <span>{t("nearly-full.words")}</span>
      <button type="button" className="button" data-once="" {...refusing(refusal)} onClick={compact}>
        {t("compact")}
      </button>
      <button type="button" className="button" onClick={() => runCommand("free-up-space")}>
        {t("free.button")}
      </button>
      <button type="button" className="button" onClick={() => runCommand("branch-here")}>
        {t("nearly-full.branch")}
      </button>
      <button type="button" className="button" onClick={() => mainThread.model.open("models")}>
        {t("nearly-full.model")}
      </button>
      <IconButton label={t("nearly-full.dismiss")} onClick={dismiss}>
        <X />
      </IconButton>
    </div>
  );
}
