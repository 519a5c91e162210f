/** Another session in the column beside the main thread (BR-3): read and written there as in the main thread. */
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { closeBeside } from "../../state/beside";
import { besidePane, mainPane, type Pane, usePaneView } from "../../state/pane";
import { IconButton } from "../../ui/icon-button";
import { Conversation } from "../chat/conversation";
import { Composer } from "../composer/composer";
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

export function BesideSession() {
  const { t } = useTranslation("compare");
  const title = usePaneView(({ view }) => view?.session.title ?? "");
  useForkOfSessions();
  useFolding();
  useInStep();
  return (
    <section className="beside-content" aria-label={t("beside", { title })}>
      <header className="beside-bar">
        <h2 dir="auto" title={title}>
          {title}
        </h2>
        <Status />
        <StepButton />
        <IconButton label={t("close")} onClick={closeBeside}>
          <X />
        </IconButton>
      </header>
      <div className="pane" data-pane="beside-conversation">
        <Conversation />
      </div>
      <div className="pane" data-pane="beside-composer">
        <Composer />
      </div>
    </section>
  );
}
