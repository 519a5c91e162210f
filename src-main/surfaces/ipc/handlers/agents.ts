/** Agents: those that a session may have, the choice, and the files of the user's own. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const agentHandlers = ({ agents, shell: { systemActions } }: IpcContext): HandlersOf<"agents"> => ({
  "agents.list": ({ workspace_root }) => agents.list(workspace_root),
  "agents.choose": (input) => agents.choose(input),
  "agents.save": async ({ agent, as_of }) => done(await agents.save(agent, as_of)),
  "agents.remove": async ({ name, as_of }) => done(await agents.remove(name, as_of)),
  "agents.open_file": async ({ file }) => done(await systemActions.openAgents(file)),
});
