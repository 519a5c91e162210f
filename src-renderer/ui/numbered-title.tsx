/** A title that may end in a number, on one line. */
import "./numbered-title.css";

interface NumberedTitleProps {
  title: string;
  className: string;
  /** A line under the whole title where the mouse rests on it. */
  hint?: string;
}

/** Cuts a long title at its end, but keeps the number that tells a branch from its family. */
export function NumberedTitle({ title, className, hint }: NumberedTitleProps) {
  const number = /(?<= )\(\d{1,6}\)$/.exec(title)?.[0] ?? "";
  return (
    <span
      className={`numbered-title ${className}`}
      dir="auto"
      title={hint === undefined ? title : `${title}\n${hint}`}
    >
      <span className="numbered-title-name one-line">{title.slice(0, title.length - number.length)}</span>
      {number === "" ? null : <span className="numbered-title-number">{number}</span>}
    </span>
  );
}
