/** The input and the output of a call, in full, with the changes that it made. */
import { useId, useMemo } from "react";
import {
  drawnInput,
  drawnOutput,
  MOST_DRAWN,
  type ToolPart,
} from "../../../../../src-preload/contract/domain/call-texts";
import { count } from "../../../../platform/language/numbers";
import { useTranslation } from "../../../../platform/language/use-translation";
import { late } from "../../../../platform/late";
import { visible } from "../../../../platform/visible";
import { LateDiffView } from "../../../../thread/diff/late-diff-view";
import { type DrawnPart, FINDABLE } from "../../../../thread/parts";
import { useFolder } from "../asked/use-folder";
import { diffsOf, fieldsOf, resultOf } from "./call";

interface WordsProps {
  name: string;
  /** True for a text by which somebody may decide: unseen characters are shown in it. */
  exact?: boolean;
  /** True for a text that is found in the conversation. */
  findable?: boolean;
  children: string;
}

function Words({ name, exact = false, findable = false, children }: WordsProps) {
  const { t } = useTranslation("tools");
  const label = useId();
  const more = children.length - MOST_DRAWN;
  const drawn = more > 0 ? children.slice(0, MOST_DRAWN) : children;
  return (
    <>
      <p id={label}>
        <strong>{name}</strong>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key. */}
      <pre role="group" aria-labelledby={label} tabIndex={0} {...(findable ? FINDABLE : {})} dir="ltr">
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
  const output = drawnOutput(part);
  const diffs = useMemo(() => diffsOf(part), [part]);
  return (
    <div className="tool-details">
      {diffs.length === 0 ? null : <LateDiffView diffs={diffs} folder={folder} />}
      {pictures?.map((picture, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a call never change.
        <LateFile key={at} name={`picture ${at}`} part={picture} live={false} byUser={false} />
      ))}
      <Words name={t("tool.input")} exact findable>
        {drawnInput(part)}
      </Words>
      {output === undefined ? null : (
        <Words name={t("tool.result")} findable>
          {output}
        </Words>
      )}
      <Kept part={part} />
      {summary === undefined ? null : <Words name={ofSummary("output-summary.text")}>{summary}</Words>}
    </div>
  );
}
