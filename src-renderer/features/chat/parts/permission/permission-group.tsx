/**
 * A question for permission, in its place in the thread (PM-2): exactly what will happen, and the choices. It takes no focus, and has no
 * default button: no key that is typed elsewhere answers it.
 */
import { Hand } from "lucide-react";
import { useContext, useId, useMemo, useRef } from "react";
import type { SessionId } from "../../../../../src-preload/contract/domain/ids";
import type { Decision, PermissionPart } from "../../../../../src-preload/contract/domain/permissions";
import { call } from "../../../../platform/bridge";
import { count } from "../../../../platform/language/numbers";
import { useTranslation } from "../../../../platform/language/use-translation";
import { relativeTo } from "../../../../platform/paths";
import { visible } from "../../../../platform/visible";
import { LateDiffView } from "../../../../thread/diff/late-diff-view";
import { NOT_FOUND } from "../../../../thread/parts";
import { useThread } from "../../../../thread/thread";
import { CellContext } from "../../opened";
import { useKept } from "../asked/kept";
import { leaveQuestion } from "../asked/leave-question";
import { useAnnounced } from "../asked/use-asked";
import { useReply } from "../asked/use-reply";
import { diffsIn, fieldsOf, moreDiffsIn } from "../tool/call";
import { firstLine } from "../tool/call-words";
import { askedNeeds, changedPatterns, deedOf, hasEmptyPattern, needsOf, offeredDecisions } from "./asking";
import { Needs } from "./needs";
import { Patterns } from "./patterns";
import "./permission.css";

/** Words that somebody has typed here. */
interface Typed {
  word: string;
  patterns: Readonly<Record<number, string>>;
}

/** Returns the text that will be run or fetched, from the call's own input. */
function useCommand({ tool_call_id }: PermissionPart["data"]): string | undefined {
  const cell = useContext(CellContext);
  // The input of a call does not change after it has been judged.
  const made = cell
    ?.get()
    .message.parts.find((part) => "toolCallId" in part && part.toolCallId === tool_call_id);
  const { command } = fieldsOf(fieldsOf(made).input);
  return typeof command === "string" ? command : undefined;
}

/** Shows exactly what will happen. */
function Deed({ part }: { part: PermissionPart }) {
  const { t } = useTranslation("permissions");
  const { data } = part;
  const command = useCommand(data);
  const isCommand = deedOf(data) === "command";
  const needs = needsOf(data);
  const diffs = useMemo(() => diffsIn(data.diffs), [data.diffs]);
  const more = moreDiffsIn(data.diffs);
  const shown = isCommand ? command : undefined;
  // One certain command or change is its own need: a list of it would only repeat it.
  const isPlain =
    (shown !== undefined || diffs.length > 0) && needs.length === 1 && needs[0]?.unsure === undefined;
  return (
    <>
      {shown === undefined ? null : (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
        <pre className="asked-exactly" role="group" aria-label={t("command")} tabIndex={0} dir="ltr">
          {visible(shown)}
        </pre>
      )}
      {isPlain ? null : <Needs needs={needs} folder={data.workspace_root} />}
      {diffs.length === 0 ? null : <LateDiffView diffs={diffs} folder={data.workspace_root} asked />}
      {more > 0 ? <p className="asked-note">{t("more-diffs", { count: more, shown: count(more) })}</p> : null}
    </>
  );
}

/** The object of the deed in a few words, for the announcement. */
function useObject({ data }: PermissionPart): string {
  const command = useCommand(data);
  const [first] = askedNeeds(data);
  if (deedOf(data) === "command" && command !== undefined) return visible(firstLine(command));
  return first === undefined
    ? data.tool_name
    : visible(relativeTo(data.workspace_root, first.target)).slice(0, 200);
}

interface ChoicesProps {
  decisions: readonly Decision[];
  resting: boolean;
  onDecide: (decision: Decision) => void;
}

function Choices({ decisions, resting, onDecide }: ChoicesProps) {
  const { t } = useTranslation("permissions");
  return (
    <div className="asked-choices">
      {decisions.map((decision) => (
        <button
          key={decision}
          type="button"
          className="button"
          data-once=""
          aria-disabled={resting || undefined}
          title={t(`decide-tip.${decision}`)}
          onClick={() => resting || onDecide(decision)}
        >
          {t(`decide.${decision}`)}
        </button>
      ))}
    </div>
  );
}

export function PermissionGroup({ part, session_id }: { part: PermissionPart; session_id: SessionId }) {
  const { t } = useTranslation("permissions");
  const thread = useThread();
  const box = useRef<HTMLDivElement>(null);
  const label = useId();
  const { data, id } = part;
  // The call stays where the rules put another question in the place of this one. Some providers count calls anew in each answer.
  const kept = `${useContext(CellContext)?.get().message.id ?? session_id} ${data.tool_call_id}`;
  const [{ word, patterns }, change] = useKept<Typed>(kept, () => ({ word: "", patterns: {} }));
  const [resting, reply] = useReply(id, box, kept);
  const decisions = offeredDecisions(data);
  const deed = t(`deed.${deedOf(data)}`);
  useAnnounced(id, `${t("needed")}: ${deed} ${useObject(part)}`);
  const decide = (decision: Decision) => {
    const lasts = decision === "session" || decision === "project";
    // The field says so.
    if (lasts && hasEmptyPattern(data, patterns)) return;
    const changed = lasts ? changedPatterns(data, patterns) : undefined;
    reply(() =>
      call("permission.reply", {
        session_id,
        approval_id: id,
        decision,
        ...(changed === undefined ? {} : { patterns: changed }),
        ...(word.trim() === "" ? {} : { word: word.trim() }),
      }),
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend into its border.
    <div
      ref={box}
      className="asked"
      role="group"
      aria-labelledby={label}
      onKeyDown={(event) => leaveQuestion(event, thread)}
      {...NOT_FOUND}
    >
      <p className="asked-title">
        <Hand />
        <strong id={label}>{t("needed")}</strong>
        <span>{deed}</span>
      </p>
      <Deed part={part} />
      {decisions.includes("session") ? (
        <Patterns question={data} typed={patterns} onChange={(typed) => change({ patterns: typed })} />
      ) : (
        <p className="asked-note">{t("only-once")}</p>
      )}
      <input
        className="input asked-word"
        aria-label={t("word")}
        placeholder={t("word")}
        autoComplete="off"
        maxLength={4000}
        value={word}
        onChange={(event) => change({ word: event.target.value })}
      />
      <Choices decisions={decisions} resting={resting} onDecide={decide} />
    </div>
  );
}
