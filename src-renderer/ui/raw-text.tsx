/** A text as it came, in a box of its own that scrolls. */
import "./raw-text.css";

export function RawText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section is a landmark, of which a window has few.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
    <pre className="raw-text" role="group" aria-label={label} tabIndex={0} dir="ltr">
      {text}
    </pre>
  );
}
