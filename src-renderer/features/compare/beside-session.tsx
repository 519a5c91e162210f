/** Another session in the column beside the main thread (BR-3): read and written there as in the main thread. */
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { closeBeside } from "../../state/beside";
import { besidePane, mainPane, type Pane } from "../../state/pane";
import { useSessionHead } from "../../state/session-head";
import { BesideFrame } from "../beside/beside-frame";
import { Status } from "../status/status";
import { findForkAnew } from "./side-by-side";
import { StepButton } from "./step-button";
import { useFolding, useInStep } from "./use-side-by-side";

/** Changes when a session is rewound, or restored: it may part from the other elsewhere then. */
const useCourse = ({ view }: Pane): string =>
  useStore(view, ({ session_id, hidden }) => [session_id, ...hidden.map(({ op_id }) => op_id)].join(" "));

/** It was looked for before the column was opened. */
function useForkOfSessions(): void {
  const course = `${useCourse(mainPane)} ${useCourse(besidePane)}`;
  const known = useRef(course);
  useEffect(() => {
    if (known.current === course) return;
    known.current = course;
    doing(findForkAnew);
  }, [course]);
}

/** Of one session beside: another one is put there with the place where it parts. */
function Course() {
  useForkOfSessions();
  useFolding();
  useInStep();
  return null;
}

export function BesideSession() {
  const { t } = useTranslation("compare");
  const title = useSessionHead(besidePane)?.title ?? "";
  const session_id = useStore(besidePane.view, (state) => state.session_id);
  return (
    <BesideFrame
      as="section"
      label={t("beside", { title })}
      title={title}
      closeLabel={t("close")}
      onClose={closeBeside}
    >
      <Course key={session_id} />
      <Status />
      <StepButton />
    </BesideFrame>
  );
}
