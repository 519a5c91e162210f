/** The agents that main has read last (AG-8), by folder; and what their user does with them. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import {
  type AgentChoice,
  type AgentFields,
  type AgentList,
  FOLDER_AGENT,
  PLAIN_AGENT,
  usualAgent,
} from "../../../src-preload/contract/domain/agents";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { once } from "../../platform/once";
import { models } from "../../thread/model/current-model";
import { isSameModel, withUsualLevel } from "../../thread/model/model-choice";
import { useReading } from "../../thread/not-read";
import type { Thread } from "../../thread/thread";

/** The key of sessions without a folder is the empty string. */
const lists = createStore<Readonly<Record<string, AgentList>>>(() => ({}));

/** Reads the agents of a folder anew. @throws CallError */
export async function readAgents(folder: string | undefined): Promise<void> {
  const list = await call("agents.list", folder === undefined ? {} : { workspace_root: folder });
  lists.setState({ [folder ?? ""]: list });
}

/** The list is undefined until main has read it. Several places of a window ask for it in one moment. */
export function useAgents(folder: string | undefined) {
  const { failed, again } = useReading(folder, () =>
    once(`agents ${folder ?? ""}`, () => readAgents(folder)),
  );
  const list: AgentList | undefined = useStore(lists, (all) => all[folder ?? ""]);
  return { list, failed, again };
}

const readAgain = async (): Promise<void> => {
  const folders = Object.keys(lists.getState());
  await Promise.all(folders.map((folder) => readAgents(folder === "" ? undefined : folder)));
};

/** @throws CallError where the file has changed since `as_of` */
export async function saveAgent(agent: AgentFields, as_of: string | null): Promise<void> {
  await call("agents.save", { agent: plain(agent), as_of });
  await readAgain();
}

/** @throws CallError where the file has changed since it was listed */
export async function removeAgent({ name, as_of = "" }: AgentChoice): Promise<void> {
  await call("agents.remove", { name, as_of });
  await readAgain();
}

/** The fields of a file, without those of a list. */
function plain({ name, manifest, limits, description, tools, model, thinking }: AgentFields) {
  const { max_steps, token_budget } = limits;
  return {
    name,
    manifest,
    limits: {
      ...(max_steps === undefined ? {} : { max_steps }),
      ...(typeof token_budget === "number" ? { token_budget } : {}),
    },
    ...(description === undefined ? {} : { description }),
    ...(tools === undefined ? {} : { tools: [...tools] }),
    ...(model === undefined ? {} : { model }),
    ...(thinking === undefined ? {} : { thinking }),
  };
}

/** The agents that make sense in a folder, or without one, and the chosen one. */
export const choicesOf = (
  { agents }: AgentList,
  chosen: string,
  folder: string | undefined,
): readonly AgentChoice[] =>
  agents.filter(({ name }) => folder !== undefined || name !== FOLDER_AGENT || name === chosen);

const isOfBraid = (name: string): name is "chat" | "code" => name === PLAIN_AGENT || name === FOLDER_AGENT;

/** The name as people read it. */
export const agentLabel = (name: string): string =>
  isOfBraid(name) ? t(`agents:braid.${name}.label`) : name;

export const agentHint = ({ name, origin, description }: AgentChoice): string =>
  origin === "braid" && isOfBraid(name) ? t(`agents:braid.${name}.hint`) : (description ?? "");

/**
 * Takes an agent from the next message on, and puts its model and level in: its user may still pick others for a message (RN-2). The model
 * goes on with the session, the level with the agent.
 */
export async function chooseAgent(thread: Thread, agent: AgentChoice): Promise<void> {
  const { session_id } = thread.view.getState();
  // The composer learns of the new agent before the call has returned.
  const before = thread.model.agentLevel;
  if (session_id) await call("agents.choose", { session_id, agent: agent.name });
  else thread.model.pickAgent(agent.name);
  const { model, thinking } = agent;
  if (thread.view.getState().session_id !== session_id) return;
  const usable = models().some(
    ({ ref, unavailable }) => model !== undefined && isSameModel(ref, model) && unavailable === undefined,
  );
  const { picked } = thread.model;
  thread.model.takeAgentLevel(thinking);
  // A level that came from the agent goes with it; one that its user picked stays, unless the new agent has its own.
  const isReplaced = thinking !== undefined || (before !== undefined && picked?.variant === before);
  const next = usable ? model : isReplaced ? picked : undefined;
  if (next !== undefined) thread.model.pick(withUsualLevel(next, models(), thinking));
}

/** The agent of the next message in a thread. */
export const agentNow = (
  session: { agent: string } | undefined,
  picked: string | undefined,
  folder: string | undefined,
): string => session?.agent ?? picked ?? usualAgent(folder);
