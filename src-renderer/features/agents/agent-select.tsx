/** Chooses the agent that answers from the next message on (AG-8). Shown only where there is more than one that makes sense. */
import { Select } from "@base-ui/react/select";
import { Bot, Check, ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { type AgentChoice, usualAgent } from "../../../src-preload/contract/domain/agents";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { useThread, useThreadView } from "../../thread/thread";
import { chosenOption, usePopupFocus } from "../../ui/popup-focus";
import { tip } from "../../ui/tooltip";
import {
  agentHint,
  agentLabel,
  agentNow,
  choicesOf,
  chooseAgent,
  readAgents,
  useAgents,
} from "./agents-state";
import "../../thread/writing/writing.css";
import "../../ui/popup.css";
import "./agents.css";

/** Undefined while the session of the thread is not known, and in a helper's session, whose agent its asker has chosen. */
function useAgentsHere() {
  const thread = useThread();
  const isKnown = useThreadView(({ session_id, view }) => session_id === null || view !== undefined);
  const session = useThreadView(({ view }) => view?.session);
  const place = useThreadView(({ workspace_root }) => workspace_root);
  const picked = useStore(thread.model.store, ({ agent }) => agent);
  const folder = session === undefined ? place : session.workspace_root;
  const { list } = useAgents(folder);
  if (!isKnown || list === undefined || session?.part_of !== undefined) return undefined;
  return { thread, list, folder, chosen: agentNow(session, picked, folder) };
}

/** AG-8: each message of a session has the level of its agent, until another one is picked for it. */
function useAgentLevel(here: ReturnType<typeof useAgentsHere>): void {
  const { model } = useThread();
  const level = here?.list.agents.find(({ name }) => name === here.chosen)?.thinking;
  useEffect(() => model.takeAgentLevel(level), [model, level]);
}

export function AgentSelect() {
  const { t } = useTranslation("agents");
  const here = useAgentsHere();
  useAgentLevel(here);
  const thread = useThread();
  const open = useStore(thread.model.store, (state) => state.open === "agents");
  const popup = useRef<HTMLDivElement>(null);
  usePopupFocus(open, popup, chosenOption);
  if (here === undefined) return null;
  const { list, chosen, folder } = here;
  const choices = choicesOf(list, chosen, folder);
  if (choices.length < 2 && choices.some(({ name }) => name === chosen)) return null;
  return (
    <Select.Root
      value={chosen}
      modal={false}
      open={open}
      onOpenChange={(open) => {
        thread.model.open(open ? "agents" : undefined);
        // The files may have changed since.
        if (open) doing(() => readAgents(folder));
      }}
      onValueChange={(name: string | null) => {
        const agent = choices.find((choice) => choice.name === name);
        if (agent !== undefined) doing(() => chooseAgent(thread, agent));
      }}
    >
      <Select.Trigger className="writing-choice" aria-label={t("agent")} {...tip(t("agent"))}>
        <Bot />
        <bdi className="one-line">{agentLabel(chosen)}</bdi>
        <ChevronDown />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className="popup-place"
          side="top"
          align="start"
          sideOffset={6}
          alignItemWithTrigger={false}
        >
          <Select.Popup ref={popup} className="menu popup agent-list">
            <Select.List>
              {choices.map((choice) => (
                <Row key={choice.name} choice={choice} />
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

function Row({ choice }: { choice: AgentChoice }) {
  const { t } = useTranslation("agents");
  const label = agentLabel(choice.name);
  const facts = [
    ...(choice.origin === "folder" ? [t("origin.folder")] : []),
    ...[agentHint(choice)].filter((hint) => hint !== ""),
  ];
  return (
    <Select.Item className="menu-item" value={choice.name} label={label}>
      <span className="menu-check">
        <Select.ItemIndicator>
          <Check />
        </Select.ItemIndicator>
      </span>
      <span className="menu-label">
        <Select.ItemText>
          <bdi>{label}</bdi>
        </Select.ItemText>
        {facts.length === 0 ? null : (
          <div className="menu-hint agent-hint">
            <bdi>{facts.join(" · ")}</bdi>
          </div>
        )}
      </span>
    </Select.Item>
  );
}

/** Says that the file of the session's agent is gone, and which agent answers. */
export function AgentNote() {
  const { t } = useTranslation("agents");
  const here = useAgentsHere();
  if (here === undefined) return null;
  const { list, chosen, folder } = here;
  if (list.agents.some(({ name }) => name === chosen)) return null;
  const usual = agentLabel(usualAgent(folder));
  return (
    <p className="writing-note" aria-live="polite">
      {t("gone", { name: chosen, usual })}
    </p>
  );
}
