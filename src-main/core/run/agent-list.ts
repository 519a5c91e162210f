/** Makes one list of the agents of Braid, the user and a folder (AG-8). Pure: the files have been read. */
import {
  type AgentChoice,
  type AgentFields,
  type AgentList,
  type AgentProblem,
  FOLDER_AGENT,
  usualAgent,
} from "../../../src-preload/contract/domain/agents";
import { say } from "../say";
import { type Agent, commonTools, smallerLimits } from "./agent";

export interface AgentSources {
  /** The agents of Braid that a session may have. */
  braid: readonly AgentFields[];
  /** Names of Braid's other agents: no file may take one. */
  inner: readonly string[];
  user: readonly AgentFields[];
  /** The files of the session's folder, by `.braid/agents/…`. */
  folder: readonly (AgentFields & { path: string })[];
  isSetUp(model: NonNullable<AgentFields["model"]>): boolean;
}

/** The user's agents stand beside Braid's; a folder's file may narrow any of them, and replaces none. */
export function listAgents({ braid, inner, user, folder, isSetUp }: AgentSources): AgentList {
  const problems: AgentProblem[] = [];
  const taken = [...inner, ...braid.map(({ name }) => name)];
  const own = user.filter(({ name, extends: base }) => {
    const reason = taken.includes(name)
      ? say("agents:file.taken", { name })
      : base !== undefined
        ? say("agents:file.only-folders")
        : undefined;
    if (reason !== undefined) problems.push({ origin: "user", file: `${name}.md`, reason });
    return reason === undefined;
  });
  const wide: AgentChoice[] = [
    ...braid.map((agent) => ({ ...agent, origin: "braid" as const })),
    ...own.map((agent) => ({ ...agent, origin: "user" as const })),
  ];
  const agents = new Map(wide.map((agent) => [agent.name, agent]));
  for (const file of folder) {
    const tell = (reason: AgentProblem["reason"]) =>
      problems.push({ origin: "folder", file: `${file.name}.md`, reason });
    const namesake = wide.find(({ name }) => name === file.name);
    const asked = namesake === undefined ? (file.extends ?? FOLDER_AGENT) : file.name;
    const base = wide.find(({ name }) => name === asked);
    if (inner.includes(file.name)) tell(say("agents:file.taken", { name: file.name }));
    else if (base === undefined) tell(say("agents:file.no-base", { name: asked }));
    else {
      const { model } = file;
      const usable = model !== undefined && isSetUp(model);
      if (model !== undefined && !usable)
        tell(say("agents:file.no-model", { model: `${model.provider_id}/${model.model_id}` }));
      agents.set(file.name, narrowedByFile(base, file, usable));
    }
  }
  return { agents: [...agents.values()], problems };
}

/** The agent that a folder's file makes of another one: no tool, step or token more, and all of its instructions. */
function narrowedByFile(
  base: AgentChoice,
  { name, path, manifest, tools, limits, model, thinking, description }: AgentFields & { path: string },
  takesModel: boolean,
): AgentChoice & Agent {
  const ownModel = takesModel && model !== undefined;
  const { model: baseModel, thinking: baseThinking, tools: baseTools, ...rest } = base;
  const level = thinking ?? (ownModel ? undefined : baseThinking);
  const chosen = ownModel ? model : baseModel;
  const some = baseTools === undefined && tools === undefined ? undefined : commonTools(baseTools, tools);
  return {
    ...rest,
    name,
    origin: "folder",
    narrows: base.name,
    limits: smallerLimits(base.limits, limits),
    added: { path, text: manifest },
    ...(description === undefined ? {} : { description }),
    ...(some === undefined ? {} : { tools: some }),
    ...(chosen === undefined ? {} : { model: chosen }),
    ...(level === undefined ? {} : { thinking: level }),
  };
}

/** The agent of a session. Where the chosen one is gone, the usual one of its place answers. */
export function agentIn(
  { agents }: AgentList,
  { agent, workspace_root }: { agent: string; workspace_root: string | undefined },
): Agent {
  const named = (name: string) => agents.find((known) => known.name === name);
  const found = named(agent) ?? named(usualAgent(workspace_root)) ?? agents[0];
  if (found === undefined) throw new Error("Braid's own agents are missing.");
  return found;
}
