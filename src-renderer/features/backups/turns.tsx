/** The messages of a session in a backup, page by page, as they were written: text that nothing renders. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { BackupSession, BackupTurn } from "../../../src-preload/contract/domain/backups";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { call, toErrorInfo } from "../../platform/bridge";
import { FailureWords } from "../../platform/language/failure";
import { momentTime } from "../../platform/language/moments";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { ActionButton } from "../../ui/action-button";
import { BringBack } from "./bring-back";

interface TurnsProps {
  backup_id: string;
  session: BackupSession;
  onBack: () => void;
}

export function Turns({ backup_id, session, onBack }: TurnsProps) {
  const { t } = useTranslation("backups");
  const { session_id, title } = session;
  const [turns, setTurns] = useState<readonly BackupTurn[]>();
  const [next, setNext] = useState<MessageId>();
  const [failure, setFailure] = useState<unknown>();
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  const [answers] = useState(latest);
  const read = (after?: MessageId) => {
    answers(
      () => call("backups.read", { id: backup_id, session_id, after }),
      (page) => {
        setTurns((known = []) => [...known, ...page.turns]);
        setNext(page.next);
      },
    ).catch(setFailure);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is read once.
  useEffect(() => {
    read();
    return answers.drop;
  }, []);
  return (
    <div className="backups">
      <div className="backups-actions">
        <ActionButton ref={back} onClick={onBack}>
          {t("inside.to-sessions")}
        </ActionButton>
      </div>
      <h3 className="backups-path" dir="auto">
        {title}
      </h3>
      <BringBack backup_id={backup_id} session={session} />
      {failure === undefined ? null : (
        <p className="backups-problem" role="alert">
          <FailureWords failure={toErrorInfo(failure)} />
        </p>
      )}
      {turns?.length === 0 ? <p className="backups-hint">{t("inside.empty")}</p> : null}
      {turns?.map((turn) => (
        <Turn key={turn.message_id} turn={turn} />
      ))}
      {next === undefined ? null : (
        <div className="backups-actions">
          <ActionButton onClick={() => read(next)}>{t("inside.more-turns")}</ActionButton>
        </div>
      )}
    </div>
  );
}

function Turn({ turn: { role, model, created_at, hidden, parts } }: { turn: BackupTurn }) {
  const { t } = useTranslation("backups");
  const who = role === "user" || role === "assistant" ? t(`inside.${role}`) : t("inside.other");
  const head = [
    who,
    ...(model === undefined || role === "user" ? [] : [model]),
    momentTime(created_at, Date.now()),
  ];
  if (hidden) head.push(t("inside.hidden"));
  return (
    <article className="backups-turn">
      <p className="backups-hint">{head.join(" · ")}</p>
      {parts.map(({ is, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message in a backup never change.
        <div key={at}>
          {is === "text" ? null : <p className="backups-mark">{t(`inside.${is}`)}</p>}
          <p className="backups-text" dir="auto">
            {text}
          </p>
        </div>
      ))}
    </article>
  );
}
