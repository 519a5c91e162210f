/** Folds what an import has carried along: one line says what it is, and its words stand below. Never trusts the part's fields. */
import { useTranslation } from "../../../../platform/language/use-translation";
import { type DrawnPart, NOT_FOUND } from "../../../../thread/parts";
import { useOpened } from "../../opened";
import "../reasoning.css";

export interface ToldPart {
  type: "data-told";
  data: { from?: unknown; kind?: unknown; text?: unknown } | null;
}

const PROGRAMS: Readonly<Record<string, string>> = { chatgpt: "ChatGPT", claude: "Claude" };
const words = (value: unknown): string => (typeof value === "string" ? value : "");

export function ToldView({ name, part }: DrawnPart<ToldPart>) {
  const { t } = useTranslation("exchange");
  const [open, setOpen] = useOpened(name);
  const { from, kind, text } = part.data ?? {};
  const program = PROGRAMS[words(from)] ?? words(from);
  const said = words(text).trim();
  if (kind === "file") return <p className="attachment">{t("told.file", { name: said })}</p>;
  if (kind === "reasoning_recap") return <p className="attachment">{said}</p>;
  const line =
    kind === "custom-instructions"
      ? t("told.custom-instructions", { program })
      : t("told.other", { program, kind: words(kind) });
  if (said === "") return <p className="attachment">{line}</p>;
  return (
    <details
      className="fold reasoning"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      {...NOT_FOUND}
    >
      <summary>
        <span>{line}</span>
      </summary>
      {open ? (
        <p className="told-words" dir="auto">
          {said}
        </p>
      ) : null}
    </details>
  );
}
