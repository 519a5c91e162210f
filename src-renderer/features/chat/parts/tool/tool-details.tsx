/** The input and the output of a call, in full, with the changes that it made. */
import { useId, useMemo } from "react";
import { count } from "../../../../platform/language/numbers";
import { useTranslation } from "../../../../platform/language/use-translation";
import { late } from "../../../../platform/late";
import { visible } from "../../../../platform/visible";
import type { DrawnPart } from "../../../../thread/parts";
import { useFolder } from "../asked/use-folder";
import { diffsOf, fieldsOf, nameOf, resultOf, type ToolPart } from "./call";
import { asText, inputOf } from "./call-words";
import { LateDiffView } from "./late-diff-view";

/** Characters that a box draws: more of them would take seconds. */
const MOST = 500_000;

/** A command is read as it was written, every other input as JSON. */
function inputInWords(part: ToolPart): string {
  const { command } = fieldsOf(part.input);
  return nameOf(part) === "bash" && typeof command === "string" ? command : inputOf(part);
}

interface WordsProps {
  name: string;
  /** True for a text by which somebody may decide: unseen characters are shown in it. */
  exact?: boolean;
  children: string;
}

function Words({ name, exact = false, children }: WordsProps) {
  const { t } = useTranslation("tools");
  const label = useId();
  const more = children.length - MOST;
  const drawn = more > 0 ? children.slice(0, MOST) : children;
  return (
    <>
      <p id={label}>
        <strong>{name}</strong>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key. */}
      <pre role="group" aria-labelledby={label} tabIndex={0} dir="ltr">
        {exact ? visible(drawn) : drawn}
      </pre>
      {more > 0 ? <p>{t("more-characters", { count: more, shown: count(more) })}</p> : null}
    </>
  );
}

/** Tells where the whole output is, of which the model was given a part. */
function Kept({ part }: { part: ToolPart }) {
  const { t } = useTranslation("tools");
  const { path, characters } = fieldsOf(resultOf(part)?.kept);
  if (typeof path !== "string" || typeof characters !== "number") return null;
  return <p>{t("kept", { shown: count(characters), count: characters, path })}</p>;
}

const LateFile = late(async () => (await import("../file/file-view")).FileView);

/** @param summary what the model reads in the place of the output (RN-6) */
export function Details({
  part,
  summary,
  pictures,
}: Pick<DrawnPart<ToolPart>, "part" | "summary" | "pictures">) {
  const { t } = useTranslation("chat");
  const ofSummary = useTranslation("compaction").t;
  const folder = useFolder();
  const output =
    part.state === "output-available" ? (resultOf(part)?.text ?? asText(part.output)) : undefined;
  const diffs = useMemo(() => diffsOf(part), [part]);
  return (
    <div className="tool-details">
      {diffs.length === 0 ? null : <LateDiffView diffs={diffs} folder={folder} />}
      {pictures?.map((picture, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a call never change.
        <LateFile key={at} name={`picture ${at}`} part={picture} live={false} byUser={false} />
      ))}
      <Words name={t("tool.input")} exact>
        {inputInWords(part)}
      </Words>
      {output === undefined ? null : <Words name={t("tool.result")}>{output}</Words>}
      <Kept part={part} />
      {summary === undefined ? null : <Words name={ofSummary("output-summary.text")}>{summary}</Words>}
    </div>
  );
}
