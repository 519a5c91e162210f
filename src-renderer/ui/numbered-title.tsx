import "./numbered-title.css";

/** Cuts a long title at its end, but keeps the number that tells a branch from its family. */
export function NumberedTitle({ title, className }: { title: string; className: string }) {
  const number = /(?<= )\(\d{1,6}\)$/.exec(title)?.[0] ?? "";
  return (
    <span className={`numbered-title ${className}`} dir="auto" title={title}>
      <span className="numbered-title-name one-line">{title.slice(0, title.length - number.length)}</span>
      {number === "" ? null : <span className="numbered-title-number">{number}</span>}
    </span>
  );
}
