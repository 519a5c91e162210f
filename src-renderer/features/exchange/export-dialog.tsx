/** Exports sessions (SE-6): the format, what goes along, what the format cannot hold; then the system asks where to. */
import { type ReactNode, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportIncludes,
  type ExportPlan,
  INCLUDABLE,
} from "../../../src-preload/contract/domain/exchange";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { CallInput } from "../../../src-preload/contract/window/calls";
import { call, toErrorInfo } from "../../platform/bridge";
import { closeDialog, dialogs } from "../../platform/dialogs";
import { bytes } from "../../platform/language/bytes";
import { FailureWords } from "../../platform/language/failure";
import { t as words } from "../../platform/language/language";
import { quoted } from "../../platform/language/undo-words";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError, showDone } from "../../platform/notices";
import { useWork, type Work } from "../../platform/use-work";
import { NotRead } from "../../thread/not-read";
import { ActionButton } from "../../ui/action-button";
import { Dialog } from "../../ui/dialog";
import { FailureBar } from "../../ui/failure-bar";
import { Select } from "../../ui/select";
import { Switch } from "../../ui/switch";
import { WorkProgress } from "../../ui/work-progress";
import { type Choice, chosenAlone, toChosen } from "./choice";
import { SessionChoice } from "./session-choice";
import { usePlan } from "./use-plan";
import "./exchange.css";

type Included = (typeof INCLUDABLE)[number];

const USUAL: ExportIncludes = {
  hidden: false,
  sidecars: false,
  reasoning: true,
  tools: true,
  attachments: true,
};

/** The parts of a session that each format lets its user choose. An archive has everything, a tree all its branches. */
const CHOICES: Readonly<Record<ExportFormat, readonly Included[]>> = {
  archive: [],
  markdown: INCLUDABLE,
  html: INCLUDABLE,
  pdf: INCLUDABLE,
  tree: ["attachments"],
};

type PlanRequest = CallInput<"exchange.plan">;
type What = "session" | "chosen" | "all";

function exportedSessions(
  what: What,
  session_id: SessionId | undefined,
  chosen: Choice,
): PlanRequest["sessions"] {
  if (what === "chosen") return toChosen(chosen);
  return what === "all" || session_id === undefined ? "all" : [session_id];
}

/** Names what the user has to know before saving: what the format leaves out, and which sessions the choice does. */
function limitsOf(format: ExportFormat, what: What) {
  if (what === "all") return [format, format === "archive" ? "all-archive" : "all-others"] as const;
  return format === "archive" ? ([format, "some-archive"] as const) : [format];
}

export default function ExportDialog() {
  const { t } = useTranslation(["exchange", "common"]);
  const dialog = useStore(dialogs, (state) => state.dialog);
  const session_id = dialog?.name === "export" ? dialog.session_id : undefined;
  const [what, setWhat] = useState<What>(session_id === undefined ? "all" : "session");
  const [chosen, setChosen] = useState(() => chosenAlone(session_id === undefined ? [] : [session_id]));
  const [wanted, setFormat] = useState<ExportFormat>(session_id === undefined ? "archive" : "markdown");
  const [include, setInclude] = useState(USUAL);
  const sessions = exportedSessions(what, session_id, chosen);
  const { plan, failed, again } = usePlan({ sessions, format: wanted, include });
  const isOne = what === "session" || (what === "chosen" && plan?.sessions === 1);
  // A PDF holds one session.
  const format = wanted === "pdf" && !isOne ? "html" : wanted;
  const work = useWork();
  const first = useRef<HTMLDivElement>(null);

  const save = () =>
    work.begin(async (work_id) => {
      const done = await call("exchange.export", {
        ...{ work_id, sessions, format, include },
        words: words("exchange:words", { returnObjects: true }),
      });
      if (done === null) return;
      closeDialog();
      tellDone(done);
    });

  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("export.title")}
      className="exchange-dialog"
      initialFocus={first}
    >
      <div ref={first} className="exchange" tabIndex={-1}>
        {work.failure === undefined ? null : (
          <FailureBar dismiss={t("common:dismiss")} onDismiss={work.dismiss}>
            <FailureWords failure={toErrorInfo(work.failure)} />
          </FailureBar>
        )}
        <Row name={t("export.what")}>
          {(id) => (
            <Select
              aria-labelledby={id}
              value={what}
              disabled={work.underWay}
              onChange={setWhat}
              options={[
                { value: "session", label: t("export.this"), disabled: session_id === undefined },
                { value: "chosen", label: t("export.chosen") },
                { value: "all", label: t("export.all") },
              ]}
            />
          )}
        </Row>
        {what === "chosen" ? (
          <SessionChoice chosen={chosen} count={plan?.chosen} onChange={setChosen} disabled={work.underWay} />
        ) : null}
        <Row name={t("export.format")}>
          {(id) => (
            <Select
              aria-labelledby={id}
              value={format}
              disabled={work.underWay}
              onChange={setFormat}
              options={EXPORT_FORMATS.map((value) => ({
                value,
                label: t(`export.formats.${value}`),
                hint: t(`export.hints.${value}`),
                disabled: value === "pdf" && !isOne,
              }))}
            />
          )}
        </Row>
        <Includes format={format} include={include} onChange={setInclude} disabled={work.underWay} />
        <p className="exchange-note">
          {limitsOf(format, what)
            .map((limit) => t(`export.lost.${limit}`))
            .join(" ")}
        </p>
        {failed ? <NotRead onAgain={again} /> : <Facts plan={plan} what={what} />}
        <Actions work={work} disabled={plan === undefined || plan.sessions === 0} onSave={save} />
      </div>
    </Dialog>
  );
}

interface IncludesProps {
  format: ExportFormat;
  include: ExportIncludes;
  onChange: (include: ExportIncludes) => void;
  disabled: boolean;
}

function Includes({ format, include, onChange, disabled }: IncludesProps) {
  const { t } = useTranslation("exchange");
  return CHOICES[format].map((part) => (
    <Row key={part} name={t(`export.include.${part}`)}>
      {(id) => (
        <Switch
          aria-labelledby={id}
          checked={include[part]}
          disabled={disabled}
          onChange={(on) => onChange({ ...include, [part]: on })}
        />
      )}
    </Row>
  ));
}

function Actions({ work, disabled, onSave }: { work: Work; disabled: boolean; onSave: () => void }) {
  const { t } = useTranslation(["exchange", "common"]);
  return (
    <div className="exchange-actions">
      {work.underWay ? (
        <WorkProgress
          name={t("export.under-way")}
          share={work.share}
          cancelLabel={t("common:cancel")}
          onCancel={work.cancel}
        />
      ) : (
        <ActionButton primary disabled={disabled} onClick={onSave}>
          {t("export.save")}
        </ActionButton>
      )}
    </div>
  );
}

function Row({ name, children }: { name: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="exchange-row">
      <span id={id}>{name}</span>
      {children(id)}
    </div>
  );
}

function Facts({ plan, what }: { plan: ExportPlan | undefined; what: What }) {
  const { t } = useTranslation(["exchange", "storage"]);
  const said =
    plan === undefined
      ? t("export.counting")
      : plan.sessions === 0
        ? t(what === "chosen" ? "choice.empty" : "export.nothing")
        : [
            t("storage:count", {
              messages: t("storage:messages", { count: plan.messages }),
              sessions: t("storage:sessions", { count: plan.sessions }),
            }),
            ...(plan.attachments === 0 ? [] : [t("export.attachments", { count: plan.attachments })]),
          ].join(" · ");
  return (
    <p className="exchange-facts" aria-live="polite">
      {said}
    </p>
  );
}

function tellDone({
  name,
  size,
  missing,
  export_id,
}: {
  name: string;
  size: number;
  missing: number;
  export_id: string;
}) {
  showDone({
    words: () => {
      const said = words("exchange:export.done", { name: quoted(name), size: bytes(size) });
      return missing === 0 ? said : `${said} ${words("exchange:export.missing", { count: missing })}`;
    },
    action: {
      name: () => words("exchange:export.show"),
      run: () => void call("exchange.show", { export_id }).catch(reportError),
    },
  });
}
