/** A look into a backup: its sessions, found by title or by what was said, and the messages of one as plain text. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type {
  BackupContent,
  BackupSession,
  ListedBackup,
} from "../../../src-preload/contract/domain/backups";
import { call, toErrorInfo } from "../../platform/bridge";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { useWork } from "../../platform/use-work";
import { ActionButton } from "../../ui/action-button";
import { TextField } from "../../ui/text-field";
import { SaidInside, type SaidSearch } from "./said-inside";
import { SessionRow } from "./session-row";
import { Turns } from "./turns";
import { day } from "./words";

interface InsideProps {
  backup: ListedBackup;
  onBack: () => void;
}

export function Inside({ backup, onBack }: InsideProps) {
  const { t } = useTranslation("backups");
  const [words, setWords] = useState("");
  const [reading, setReading] = useState<BackupSession>();
  const [said, setSaid] = useState<SaidSearch>();
  // Goes on while a session is read, whose reader comes back to the results.
  const work = useWork("backups.cancel");
  const { content, failure } = useContent(backup.id, words);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (reading === undefined) field.current?.focus();
  }, [reading]);
  if (reading !== undefined)
    return <Turns backup_id={backup.id} session={reading} onBack={() => setReading(undefined)} />;
  return (
    <div className="backups">
      <div className="backups-actions">
        <ActionButton onClick={onBack}>{t("inside.back")}</ActionButton>
      </div>
      <h3 className="backups-path">
        {backup.id === backup.name
          ? t("inside.title", { date: day(backup.made_at) })
          : t("inside.title-file", { name: backup.name })}
      </h3>
      <p className="backups-hint">{t("inside.hint")}</p>
      <TextField
        ref={field}
        label={t("inside.find")}
        hideLabel
        placeholder={t("inside.find")}
        maxLength={200}
        value={words}
        onChange={(now) => {
          setWords(now);
          // Other words end a search that is under way.
          work.cancel();
          work.dismiss();
        }}
      />
      {failure === undefined ? null : (
        <p className="backups-problem" role="alert">
          <FailureWords failure={toErrorInfo(failure)} />
        </p>
      )}
      {content === undefined ? null : (
        <Sessions content={content} searched={words.trim() !== ""} onRead={setReading} />
      )}
      {words.trim() === "" ? null : (
        <SaidInside
          work={work}
          backup_id={backup.id}
          words={words}
          last={said}
          onFound={setSaid}
          onRead={setReading}
        />
      )}
    </div>
  );
}

/** Asks anew with each letter; an overtaken answer is dropped. */
function useContent(id: string, words: string) {
  const [content, setContent] = useState<BackupContent>();
  const [failure, setFailure] = useState<unknown>();
  const [ask] = useState(latest);
  useEffect(() => {
    ask(
      () => call("backups.look", { id, words }),
      (found) => {
        setContent(found);
        setFailure(undefined);
      },
    ).catch(setFailure);
    return () => ask.drop();
  }, [ask, id, words]);
  return { content, failure };
}

interface SessionsProps {
  content: BackupContent;
  searched: boolean;
  onRead: (session: BackupSession) => void;
}

function Sessions({ content: { sessions, total }, searched, onRead }: SessionsProps) {
  const { t } = useTranslation(["backups", "storage"]);
  const more = total - sessions.length;
  return (
    <>
      <p className="backups-hint" aria-live="polite">
        {total > 0
          ? t("storage:sessions", { count: total })
          : searched
            ? t("inside.nothing")
            : t("inside.none")}
      </p>
      <ul className="backups-sessions" aria-label={t("inside.sessions")}>
        {sessions.map((session) => (
          <SessionRow key={session.session_id} session={session} onRead={onRead} />
        ))}
      </ul>
      {more > 0 ? <p className="backups-hint">{t("inside.more", { count: more })}</p> : null}
    </>
  );
}
