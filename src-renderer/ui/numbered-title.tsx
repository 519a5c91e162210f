import "./numbered-title.css";

/** A title of which the end is cut where there is no room, but not the number by which a branch differs from its family. */
export function NumberedTitle({ title, className }: { title: string; className: string }) {
  const number = /(?<= )\(\d{1,6}\)$/.exec(title)?.[0] ?? "";
  return (
    <span className={`numbered-title ${className}`} dir="auto" title={title}>
      <span className="numbered-title-name">{title.slice(0, title.length - number.length)}</span>
      {number === "" ? null : <span className="numbered-title-number">{number}</span>}
    </span>
  );
}
