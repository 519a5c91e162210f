/** The lines after an answer that did not simply end: how it ended and how to go on, or what failed and what was kept. */

import type { ErrorCode } from "../../../src-preload/contract/domain/errors";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { FinishReason, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { runCommand } from "../../platform/commands/registry";
import { openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";

import { doing, resume } from "../../thread/actions";
import { models } from "../../thread/model/current-model";
import { withDefaultLevel } from "../../thread/model/model-choice";
import { useModelName } from "../../thread/model/model-name";
import { hasContent } from "../../thread/parts";
import { useThread, useThreadDrawn } from "../../thread/thread";

import { isFree } from "../../thread/view/session-view";
import { tryAgain } from "../../thread/writing/rewind";
import { Note } from "../../ui/note";
import { branchWith } from "./branching";
import { ErrorText } from "./error-text";

/** Ends of a turn that need no note, or have their own. */
type Unremarkable = "stop" | "error";

const CONTINUABLE: readonly FinishReason[] = [
  "aborted",
  "interrupted",
  "tool-limit",
  "token-budget",
  "length",
];

/** Errors that another key, address or model would solve. */
const SETTINGS_MEND: readonly ErrorCode[] = ["PROVIDER_AUTH", "MODEL_NOT_FOUND", "PROVIDER_NOT_FOUND"];
/** Errors that no other model would solve. */
const NO_MODELS_FAULT: readonly ErrorCode[] = ["STORE_UNAVAILABLE", "INTERNAL", "RUN_ABORTED"];

function ActionLink({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className="button button-link" data-once="" onClick={onClick}>
      {children}
    </button>
  );
}

const useFree = (): boolean => useThreadDrawn(isFree);

function ContinueButton() {
  const { t } = useTranslation("chat");
  const thread = useThread();
  return useFree() ? (
    <ActionLink onClick={() => doing(() => resume(thread))}>{t("notes.continue")}</ActionLink>
  ) : null;
}

function ErrorActions({ code, id }: { code: ErrorCode; id: MessageId }) {
  const { t } = useTranslation("chat");
  const thread = useThread();
  const free = useFree();
  if (!free) return null;
  const settingsMend = SETTINGS_MEND.includes(code);
  return (
    <div className="message-error-actions">
      {/* The link to the settings stands first, because trying again before that would only fail again. */}
      {settingsMend ? (
        <ActionLink onClick={() => openDialog({ name: "settings", page: "providers" })}>
          {t("notes.open-settings")}
        </ActionLink>
      ) : null}
      <ActionLink onClick={() => tryAgain(thread, id)}>{t("message.actions.try-again")}</ActionLink>
      <ContinueButton />
      {NO_MODELS_FAULT.includes(code) ? null : (
        <ActionLink onClick={() => runCommand("choose-model")}>{t("notes.choose-model")}</ActionLink>
      )}
    </div>
  );
}

/** The ways out after a switch that failed (MS-3, BR-5). */
function SwitchActions({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const thread = useThread();
  const nameOf = useModelName();
  const free = useFree();
  // Before the first question there is nothing to branch from.
  const hasEarlier = useThreadDrawn(({ cells, more }) => more || cells.length > 2);
  const { model, switched_from: before, error } = message.metadata;
  if (!free || model === undefined || before === undefined) return null;
  return (
    <div className="message-error-actions">
      {hasEarlier ? (
        <ActionLink onClick={() => doing(() => branchWith(thread, message.id, model))}>
          {t("notes.branch-with", { model: nameOf(model) })}
        </ActionLink>
      ) : null}
      {/* Where the summary failed, another try may bring it. One that found no room would only fail again. */}
      {error?.code === "CONTEXT_TOO_LARGE" ? null : (
        <ActionLink onClick={() => tryAgain(thread, message.id)}>{t("message.actions.try-again")}</ActionLink>
      )}
      <ActionLink onClick={() => tryAgain(thread, message.id, withDefaultLevel(before, models()))}>
        {t("notes.back-to", { model: nameOf(before) })}
      </ActionLink>
      <ActionLink onClick={() => runCommand("choose-model")}>{t("notes.choose-model")}</ActionLink>
    </div>
  );
}

function ErrorNote({ message, isLast }: MessageEndProps) {
  const { t } = useTranslation("chat");
  const inWords = useInWords();
  const { error, switched_from } = message.metadata;
  if (error === undefined) return null;
  const hint = inWords(error.hint);
  return (
    <div className="message-error" role={isLast ? "alert" : "note"}>
      <ErrorText message={inWords(error.message)}>
        {hasContent(message) ? `${t("notes.kept")} ` : null}
        {hint}
      </ErrorText>
      {isLast && switched_from === undefined ? <ErrorActions code={error.code} id={message.id} /> : null}
      {isLast && switched_from !== undefined ? <SwitchActions message={message} /> : null}
    </div>
  );
}

/** Offers an answer if the conversation ends with a question, as a branch may. */
function UnansweredNote({ id }: { id: MessageId }) {
  const { t } = useTranslation("chat");
  const thread = useThread();
  const action = <ActionLink onClick={() => tryAgain(thread, id)}>{t("notes.answer")}</ActionLink>;
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
