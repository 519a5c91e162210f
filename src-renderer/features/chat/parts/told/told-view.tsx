/** Folds what an import has carried along: one line says what it is, and its words stand below. Never trusts the part's fields. */
import { useMemo } from "react";
import { type ToldPart, toldWords } from "../../../../../src-preload/contract/domain/told";
import { useTranslation } from "../../../../platform/language/use-translation";
import { type DrawnPart, FINDABLE } from "../../../../thread/parts";
import { FoldedTexts } from "../../folded-texts";
import { useOpened } from "../../opened";
import "../reasoning.css";

const PROGRAMS: Readonly<Record<string, string>> = { chatgpt: "ChatGPT", claude: "Claude" };
const words = (value: unknown): string => (typeof value === "string" ? value : "");

export function ToldView({ name, part }: DrawnPart<ToldPart>) {
  const { t } = useTranslation("exchange");
  const [open, setOpen] = useOpened(name);
  const parts = useMemo(() => [part], [part]);
  const { from, kind } = part.data ?? {};
  const program = PROGRAMS[words(from)] ?? words(from);
  const said = toldWords(part);
  if (kind === "file") return <p className="attachment">{t("told.file", { name: said })}</p>;
  if (kind === "reasoning_recap")
    return (
      <p className="attachment" {...FINDABLE}>
        {said}
      </p>
    );
  const line =
    kind === "custom-instructions"
      ? t("told.custom-instructions", { program })
      : t("told.other", { program, kind: words(kind) });
  if (said === "") return <p className="attachment">{line}</p>;
  return (
    <details className="fold reasoning" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{line}</span>
      </summary>
      {open ? (
        <p className="told-words" dir="auto" {...FINDABLE}>
          {said}
        </p>
      ) : (
        <FoldedTexts parts={parts} unfold={() => setOpen(true)} />
      )}
    </details>
  );
}
