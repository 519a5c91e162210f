/** How an answer came about and ended, if not simply by itself: lines of the story with what can be done, or what failed and was kept. */

import type { ErrorCode } from "../../../src-preload/contract/errors";
import type { MessageId } from "../../../src-preload/contract/ids";
import type { FinishReason, StoredMessage } from "../../../src-preload/contract/types";
import { runCommand } from "../../commands/commands";
import { useTranslation } from "../../language/use-translation";
import { doing, goOn } from "../../state/actions";
import { usePane, usePaneDrawn } from "../../state/pane";
import { openDialog } from "../../state/panels";
import { isFree } from "../../state/session-view";
import { isSecondOfTwo } from "../../ui/clicks";
import { tryAgain } from "../rewind/rewind";
import { ErrorText } from "./error-text";
import { Note } from "./note";

/** How a turn may end that needs no word, or has its own. */
type Unremarkable = "stop" | "error";

const CONTINUABLE: readonly FinishReason[] = [
  "aborted",
  "interrupted",
  "tool-limit",
  "token-budget",
  "length",
];

/** What another key, address or model would mend. */
const SETTINGS_MEND: readonly ErrorCode[] = ["PROVIDER_AUTH", "MODEL_NOT_FOUND", "PROVIDER_NOT_FOUND"];
/** What no other model would. */
const NO_MODELS_FAULT: readonly ErrorCode[] = ["STORE_UNAVAILABLE", "INTERNAL", "RUN_ABORTED"];

function ActionLink({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      className="button button-link"
      onClick={(event) => isSecondOfTwo(event) || onClick()}
    >
      {children}
    </button>
  );
}

const useFree = (): boolean => usePaneDrawn(isFree);

function ContinueButton() {
  const { t } = useTranslation("chat");
  const pane = usePane();
  return useFree() ? (
    <ActionLink onClick={() => doing(() => goOn(pane))}>{t("notes.continue")}</ActionLink>
  ) : null;
}

function ErrorActions({ code, id }: { code: ErrorCode; id: MessageId }) {
  const { t } = useTranslation("chat");
  const pane = usePane();
  const free = useFree();
  if (!free) return null;
  const settingsMend = SETTINGS_MEND.includes(code);
  return (
    <div className="message-error-actions">
      {/* What mends it stands first: to go on before that would only fail again. */}
      {settingsMend ? (
        <ActionLink onClick={() => openDialog({ name: "settings", page: "providers" })}>
          {t("notes.open-settings")}
        </ActionLink>
      ) : null}
      <ActionLink onClick={() => tryAgain(pane, id)}>{t("message.actions.try-again")}</ActionLink>
      <ContinueButton />
      {NO_MODELS_FAULT.includes(code) ? null : (
        <ActionLink onClick={() => runCommand("choose-model")}>{t("notes.choose-model")}</ActionLink>
      )}
    </div>
  );
}

function ErrorNote({ message, isLast }: MessageEndProps) {
  const { t } = useTranslation("chat");
  const { error } = message.metadata;
  if (error === undefined) return null;
  // Some hints say it themselves.
  const kept =
    message.parts.some((part) => part.type !== "step-start") && !error.hint?.includes(t("notes.is-kept"));
  return (
    <div className="message-error" role={isLast ? "alert" : "note"}>
      <ErrorText message={error.message}>
        {kept ? `${t("notes.kept")} ` : null}
        {error.hint}
      </ErrorText>
      {isLast ? <ErrorActions code={error.code} id={message.id} /> : null}
    </div>
  );
}

/** A branch may end with what its user had asked. */
function UnansweredNote({ id }: { id: MessageId }) {
  const { t } = useTranslation("chat");
  const pane = usePane();
  const action = <ActionLink onClick={() => tryAgain(pane, id)}>{t("notes.answer")}</ActionLink>;
  return useFree() ? <Note actions={action}>{t("notes.unanswered")}</Note> : null;
}

interface MessageEndProps {
  message: StoredMessage;
  /** Only the last message can be continued, and only its error is news. */
  isLast: boolean;
}

export function MessageEnd({ message, isLast }: MessageEndProps) {
  const { t } = useTranslation("chat");
  const { error, finish_reason = "interrupted" } = message.metadata;
  if (message.unreadable) return null;
  if (message.role === "user") return isLast ? <UnansweredNote id={message.id} /> : null;
  const ended =
    finish_reason === "stop" || finish_reason === "error"
      ? undefined
      : t(`notes.ended.${finish_reason satisfies Exclude<FinishReason, Unremarkable>}`);
  return (
    <>
      {error === undefined && ended !== undefined ? (
        <Note actions={isLast && CONTINUABLE.includes(finish_reason) ? <ContinueButton /> : null}>
          {ended}
        </Note>
      ) : null}
      <ErrorNote message={message} isLast={isLast} />
    </>
  );
}
