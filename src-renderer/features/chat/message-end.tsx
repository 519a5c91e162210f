/** The lines after an answer that did not simply end: how it ended and how to go on, or what failed and what was kept. */

import { endsWithoutAnswer } from "../../../src-preload/contract/domain/empty-end";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { FinishReason, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { runCommand } from "../../platform/commands/registry";
import { openProvider } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";

import { doing, resume } from "../../thread/actions";
import { models } from "../../thread/model/current-model";
import { withUsualLevel } from "../../thread/model/model-choice";
import { useModelName } from "../../thread/model/model-name";
import { shortTokens } from "../../thread/model/model-words";
import { hasContent, isWaiting } from "../../thread/parts";
import { type Thread, useThread, useThreadDrawn } from "../../thread/thread";

import { refusalToCompact } from "../../thread/view/can-compact";
import { wholeOf } from "../../thread/view/folding";
import { isFree } from "../../thread/view/session-view";
import { chooseForRetry, tryAgain } from "../../thread/writing/rewind";
import { rewindState } from "../../thread/writing/rewind-state";
import { Note } from "../../ui/note";
import { tip } from "../../ui/tooltip";
import { branchWith } from "./branching";
import { ErrorText } from "./error-text";
import { type Way, waysOut } from "./ways-out";

/** The ends of a turn that a note tells: those in DB-12 that are neither a whole answer nor an error, and an end without an answer. */
type NotedEnd = Exclude<FinishReason, "stop" | "error"> | "without-answer";

const CONTINUABLE: readonly NotedEnd[] = [
  "without-answer",
  "aborted",
  "interrupted",
  "tool-limit",
  "token-budget",
  "length",
];

interface ActionLinkProps {
  onClick: () => void;
  children: string;
  /** Tells the effect of the press, where the name alone does not tell it from its neighbour. */
  hint?: string | undefined;
  /** True for the one thing to do. */
  first?: boolean;
}

function ActionLink({ onClick, children, hint, first = false }: ActionLinkProps) {
  return (
    <button
      type="button"
      className={first ? "button" : "button button-link"}
      data-once=""
      onClick={onClick}
      {...(hint === undefined ? {} : { "aria-description": hint, ...tip(hint) })}
    >
      {children}
    </button>
  );
}

const useFree = (): boolean => useThreadDrawn(isFree);

/** `beside`: another way to go on stands beside the button, which then says how they differ. */
function ContinueButton({ beside = false, first = false }) {
  const { t } = useTranslation("chat");
  const thread = useThread();
  return useFree() ? (
    <ActionLink
      onClick={() => doing(() => resume(thread))}
      hint={beside ? t("notes.continue-tip") : undefined}
      first={first}
    >
      {t("notes.continue")}
    </ActionLink>
  ) : null;
}

/** Offers the models at the answer. While an earlier message is edited, the choice is the edited message's. */
function chooseAnother(thread: Thread, message: StoredMessage): void {
  if (rewindState(thread).getState().editing === undefined) chooseForRetry(thread, message);
  else runCommand("choose-model");
}

/** One way out of an error. The first one of an error is its button, the others are links. */
function WayOut({ way, first, message }: { way: Way; first: boolean; message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const thread = useThread();
  const provider = message.metadata.model?.provider_id;
  if (way === "continue") return <ContinueButton beside first={first} />;
  const press: Record<Exclude<Way, "continue">, [string, () => void]> = {
    key: [t("notes.mend-key"), () => openProvider(provider, "key")],
    address: [t("notes.mend-address"), () => openProvider(provider, "address")],
    model: [t("notes.choose-model"), () => chooseAnother(thread, message)],
    compact: [t("notes.compact"), () => runCommand("compact")],
    again: [t("message.actions.try-again"), () => tryAgain(thread, message.id)],
  };
  const [label, run] = press[way];
  return (
    <ActionLink
      onClick={run}
      first={first}
      hint={way === "again" && hasContent(message) ? t("notes.again-tip") : undefined}
    >
      {label}
    </ActionLink>
  );
}

function ErrorActions({ error, message }: { error: ErrorInfo; message: StoredMessage }) {
  const free = useFree();
  const canCompact = useThreadDrawn((state) => refusalToCompact(state) === undefined);
  if (!free) return null;
  return (
    <div className="message-error-actions">
      {waysOut(error, { hasText: hasContent(message), canCompact }).map((way, place) => (
        <WayOut key={way} way={way} first={place === 0} message={message} />
      ))}
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
  const hasEarlier = useThreadDrawn((state) => {
    const { cells, more } = wholeOf(state);
    return more || cells.length > 2;
  });
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
      <ActionLink
        onClick={() =>
          tryAgain(thread, message.id, withUsualLevel(before, models(), thread.model.agentLevel))
        }
      >
        {t("notes.back-to", { model: nameOf(before) })}
      </ActionLink>
      <ActionLink onClick={() => chooseAnother(thread, message)}>{t("notes.choose-model")}</ActionLink>
    </div>
  );
}

function ErrorNote({ message, isLast }: Omit<MessageEndProps, "isResumed">) {
  const { t } = useTranslation("chat");
  const inWords = useInWords();
  const { error, switched_from } = message.metadata;
  if (error === undefined) return null;
  const hint = inWords(error.hint);
  const actions =
    switched_from === undefined ? (
      <ErrorActions error={error} message={message} />
    ) : (
      <SwitchActions message={message} />
    );
  return (
    <div className="message-error" role={isLast ? "alert" : "note"}>
      <ErrorText message={inWords(error.message)} details={error.details} actions={isLast ? actions : null}>
        {hasContent(message) ? `${t("notes.kept")} ` : null}
        {hint}
      </ErrorText>
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

/** TK-3: says that the server has read a part of the conversation only, and leads to the number that keeps Braid within its window. */
function PromptCutNote({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const { model, prompt_cut } = message.metadata;
  if (prompt_cut === undefined || model === undefined) return null;
  const { provider_id, model_id } = model;
  return (
    <Note
      actions={
        <ActionLink
          onClick={() => openProvider(provider_id, { model_id, part: "limits" })}
          hint={t("notes.set-window-tip")}
        >
          {t("notes.set-window")}
        </ActionLink>
      }
    >
      {t("notes.prompt-cut", { read: shortTokens(prompt_cut.read), of: shortTokens(prompt_cut.of) })}
    </Note>
  );
}

interface MessageEndProps {
  message: StoredMessage;
  /** Only the last message can be continued, and only its error is news. */
  isLast: boolean;
  /** The next message goes on with this answer: what it says of its own end replaces what this one said. */
  isResumed: boolean;
}

/** Undefined where no note tells the end: the answer is whole, or an error tells it. */
function notedEnd(message: StoredMessage): NotedEnd | undefined {
  const { error, finish_reason = "interrupted" } = message.metadata;
  if (error !== undefined || finish_reason === "error") return undefined;
  if (finish_reason !== "stop") return finish_reason;
  return endsWithoutAnswer(message) ? "without-answer" : undefined;
}

export function MessageEnd({ message, isLast, isResumed }: MessageEndProps) {
  const { t } = useTranslation("chat");
  if (message.unreadable || isWaiting(message)) return null;
  if (message.role === "user") return isLast ? <UnansweredNote id={message.id} /> : null;
  const end = notedEnd(message);
  return (
    <>
      {end === undefined ? null : (
        <Note actions={isLast && CONTINUABLE.includes(end) ? <ContinueButton /> : null}>
          {t(`notes.ended.${end}`)}
        </Note>
      )}
      <PromptCutNote message={message} />
      {isResumed ? null : <ErrorNote message={message} isLast={isLast} />}
    </>
  );
}
