/** A session in a backup, as a row of a list: its title opens it. */
import type { BackupSession } from "../../../src-preload/contract/domain/backups";
import type { Snippet } from "../../../src-preload/contract/domain/search";
import { momentTime } from "../../platform/language/moments";
import { useTranslation } from "../../platform/language/use-translation";

interface SessionRowProps {
  session: BackupSession;
  /** Shows why the session was found. */
  snippet?: Snippet;
  onRead: (session: BackupSession) => void;
}

export function SessionRow({ session, snippet, onRead }: SessionRowProps) {
  const { t } = useTranslation(["backups", "storage"]);
  return (
    <li>
      <button
        type="button"
        className="backups-session one-line"
        dir="auto"
        title={session.title}
        aria-label={t("inside.read", { title: session.title })}
        onClick={() => onRead(session)}
      >
        {session.title}
      </button>
      <span className="backups-hint">
        {t("storage:messages", { count: session.messages })} · {momentTime(session.updated_at, Date.now())}
      </span>
      {snippet === undefined ? null : <Marked snippet={snippet} />}
    </li>
  );
}

function Marked({ snippet: { text, marks } }: { snippet: Snippet }) {
  const ends = [0, ...marks.map(({ end }) => end)];
  return (
    <p className="backups-snippet" dir="auto">
      {marks.map(({ start, end }, at) => (
        <span key={start}>
          {text.slice(ends[at], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </p>
  );
}
