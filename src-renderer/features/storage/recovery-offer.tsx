/** Draws the notice of a damaged database that was set aside: the possible actions, the progress, and the outcome (SV-8). */

import type { TFunction } from "i18next";
import type { Recovery, RecoveryReport, RecoveryWay } from "../../../src-preload/contract/domain/storage";
import { call } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { inWords } from "../../platform/language/words";
import { doing } from "../../thread/actions";
import { day, percent } from "./sizes";
import "../../ui/notice-bar.css";
import "./recovery-offer.css";

type Words = TFunction<"storage">;

export function RecoveryOffer({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation("storage");
  const { t: common } = useTranslation();
  const { state } = recovery;
  return (
    <section className="notice-bar recovery" role="alert">
      <p>
        {titleOf(recovery, t)} <span className="notice-hint">{hintOf(recovery, t)}</span>
      </p>
      {state.is === "running" ? (
        <div className="recovery-actions">
          <progress max={1} value={state.share} aria-label={titleOf(recovery, t)} />
          <button
            type="button"
            className="button"
            onClick={() => doing(() => call("storage.cancel_recovery", {}))}
          >
            {common("cancel")}
          </button>
        </div>
      ) : (
        <Ways recovery={recovery} />
      )}
    </section>
  );
}

function Ways({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation("storage");
  const { t: common } = useTranslation();
  const { backup, ways, otherwise, state } = recovery;
  const done = state.is === "done" ? state.report.how : undefined;
  const recover = (how: RecoveryWay) => () => doing(() => call("storage.recover", { how }));
  return (
    <div className="recovery-actions">
      {backup === undefined || done !== undefined ? null : (
        <button type="button" className="button button-primary" onClick={recover("backup")}>
          {t("recovery.restore", { date: day(backup.made_at) })}
        </button>
      )}
      {ways.includes("put-back") && done === undefined ? (
        <button type="button" className="button button-primary" onClick={recover("put-back")}>
          {t("recovery.put-back")}
        </button>
      ) : null}
      {ways.includes("salvage") && done !== "salvage" ? (
        <button type="button" className="button" onClick={recover("salvage")}>
          {t("recovery.salvage")}
        </button>
      ) : null}
      {otherwise === undefined && done === undefined ? null : (
        <button type="button" className="button" onClick={() => doing(() => call("storage.start_empty", {}))}>
          {done === undefined && otherwise !== undefined ? t(`recovery.${otherwise}`) : common("dismiss")}
        </button>
      )}
    </div>
  );
}

function titleOf({ state, message }: Recovery, t: Words): string {
  switch (state.is) {
    case "offered":
      return inWords(message);
    case "failed":
      return t("recovery.failed", { message: inWords(state.message) });
    case "running":
      return state.step === "reading"
        ? t(`recovery.reading-${state.how}`, { percent: percent(state.share) })
        : t(`recovery.${state.step}`);
    case "done": {
      const { how, sessions, messages } = state.report;
      return t(`recovery.done-${how}`, {
        sessions: t("sessions", { count: sessions }),
        messages: t("messages", { count: messages }),
      });
    }
  }
}

function hintOf({ state, hint, aside }: Recovery, t: Words): string {
  if (state.is === "running") return "";
  if (state.is !== "done") return inWords(hint);
  return [...missing(state.report, t), ...(aside === undefined ? [] : [t("recovery.kept", { aside })])].join(
    " ",
  );
}

/** Says what is missing. A backup is whole but older, and later messages do not count as lost. */
function missing({ how, lost_messages, cut_messages }: RecoveryReport, t: Words): string[] {
  if (how === "backup") return [];
  if (lost_messages + cut_messages === 0) return [t("recovery.whole")];
  return [
    ...(lost_messages > 0 ? [t("recovery.lost", { count: lost_messages })] : []),
    ...(cut_messages > 0 ? [t("recovery.cut", { count: cut_messages })] : []),
  ];
}
