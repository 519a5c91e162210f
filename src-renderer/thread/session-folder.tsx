/** The path of a session's folder, in the bar above the session. Features put more around it. */
import "./session-folder.css";

interface SessionFolderProps {
  folder: string;
  /** The whole path as a title; not where a tooltip shows it. */
  title?: string;
}

export const SessionFolder = ({ folder, title }: SessionFolderProps) => (
  <span className="session-folder one-line" title={title}>
    <bdi>{folder}</bdi>
  </span>
);
