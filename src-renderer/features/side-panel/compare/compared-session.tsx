/** Another session in the column beside the main thread (BR-3), read and written there as in the main thread. */
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../../platform/language/use-translation";
import { doing } from "../../../thread/actions";
import { useSessionHead } from "../../../thread/session-head";
import { Status } from "../../../thread/status/status";
import { mainThread, sideThread, type Thread } from "../../../thread/thread";
import { closeRead } from "../panel";
import { PanelFrame } from "../panel-frame";
import { findForkAnew } from "./compare";
import { StepButton } from "./step-button";
import { useAlignedTops, useFolding, useInStep } from "./use-compare";

/** Changes when a session is rewound or restored, because its fork may move then. */
const useCourse = ({ view }: Thread): string =>
  useStore(view, ({ session_id, hidden }) => [session_id, ...hidden.map(({ op_id }) => op_id)].join(" "));

/** Finds the fork again when one of the sessions changes. The first fork was found before the panel opened. */
function useForkOfSessions(): void {
  const course = `${useCourse(mainThread)} ${useCourse(sideThread)}`;
  const known = useRef(course);
  useEffect(() => {
    if (known.current === course) return;
    known.current = course;
    doing(findForkAnew);
  }, [course]);
}

/** Keeps a session in the panel in step with the main thread. Mounted anew for each session, with its own fork. */
function Course() {
  useForkOfSessions();
  useFolding();
  useAlignedTops();
  useInStep();
  return null;
}

export function ComparedSession() {
  const { t } = useTranslation("compare");
  const title = useSessionHead(sideThread)?.title ?? "";
  const session_id = useStore(sideThread.view, (state) => state.session_id);
  return (
    <PanelFrame
      as="section"
      label={t("beside", { title })}
      title={title}
      closeLabel={t("close")}
      onClose={closeRead}
    >
      <Course key={session_id} />
      <Status />
      <StepButton />
    </PanelFrame>
  );
}
