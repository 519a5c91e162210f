/** Text for those who mend a server, behind a button. What shows it is loaded when it is first opened. */
import { lazy, Suspense, useId, useState } from "react";

const RawText = lazy(async () => ({ default: (await import("./raw-text")).RawText }));

/** `text` is shown as it is, and never as HTML. */
export function TechnicalDetails({ label, text }: { label: string; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="button button-link"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      <div id={id} className="raw-text-place" hidden={!open}>
        {open ? (
          <Suspense>
            <RawText label={label} text={text} />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
