/** A summary beside the main thread (CP-7): its words, the facts about it, and under them the turns that it stands for. */

import { useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import {
  type Compaction,
  compactionOf,
  tailWarningOf,
} from "../../../../src-preload/contract/domain/compaction";
import { count } from "../../../platform/language/numbers";
import { useTranslation } from "../../../platform/language/use-translation";
import { useModelName } from "../../../thread/model/model-name";
import { useSlots } from "../../../thread/slots";
import { Fact, Facts } from "../../../ui/facts";
import { closeRead } from "../panel";
import { PanelFrame } from "../panel-frame";
import { readSummary } from "./open-summary";
import "./summary.css";

/** The numbers of tokens are estimates. */
const about = (tokens: number): string => `~${count(tokens)}`;

function SummaryFacts({ data }: { data: Compaction }) {
  const { t } = useTranslation("compaction");
  const nameOf = useModelName();
  const { turns, tokens_before, tokens_after, model, focus, auto } = data;
  return (
    <Facts>
      <Fact name={t("facts.turns")}>{count(turns)}</Fact>
      <Fact name={t("facts.before")}>{about(tokens_before)}</Fact>
      <Fact name={t("facts.after")}>{about(tokens_after)}</Fact>
      <Fact name={t("facts.model")}>
        {model === undefined ? t("facts.by-user") : <bdi>{nameOf(model)}</bdi>}
      </Fact>
      {focus === undefined ? null : (
        <Fact name={t("facts.focus")}>
          <bdi>{focus}</bdi>
        </Fact>
      )}
      <Fact name={t("facts.begun")}>{auto ? t("facts.auto") : t("facts.by-hand")}</Fact>
    </Facts>
  );
}

function Summary({ data }: { data: Compaction }) {
  const { t } = useTranslation("compaction");
  const slots = useSlots();
  const warning = tailWarningOf(data);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    readSummary.setState({ box: box.current });
    return () => readSummary.setState({ box: null });
  }, []);
  return (
    <div className="summary-region" data-region="side-panel-summary">
      {/* biome-ignore lint/a11y/useSemanticElements: nothing is filled in here. */}
      <div
        ref={box}
        className="summary-read"
        role="group"
        aria-label={t("summary")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
        tabIndex={0}
      >
        <div className="summary-words" dir="auto">
          {slots && <slots.AnswerText key={data.summary} text={data.summary} streaming={false} />}
        </div>
        {warning === undefined ? null : <p className="field-hint">{t(`tail.${warning}`)}</p>}
        <SummaryFacts data={data} />
      </div>
    </div>
  );
}

export function SummaryView() {
  const { t } = useTranslation("compaction");
  const message = useStore(readSummary, (state) => state.message);
  const data = message && compactionOf(message);
  const title = t("summary");
  return (
    <PanelFrame
      as="section"
      label={t("panel")}
      title={title}
      closeLabel={t("close")}
      onClose={closeRead}
      readOnly
      above={
        data && (
          <>
            <Summary key={message.id} data={data} />
            <h3 className="summary-turns">{t("turns")}</h3>
          </>
        )
      }
    >
      {null}
    </PanelFrame>
  );
}
