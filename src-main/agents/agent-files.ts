/** The agents that are files (AG-8): Braid's own, the user's in the data folder, and those of a session's folder. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, realpath, unlink } from "node:fs/promises";
import { join } from "node:path";
import words from "../../resources/locales/en/agents.json";
import {
  type AgentFields,
  type AgentList,
  FOLDER_AGENT,
  PLAIN_AGENT,
} from "../../src-preload/contract/domain/agents";
import { BraidError, toErrorInfo } from "../core/braid-error";
import { isNetworkPath } from "../core/context/network-path";
import { addEnglish } from "../core/english";
import type { AgentSource } from "../core/ports/agents";
import type { Models } from "../core/ports/models";
import { parseAgentFile } from "../core/run/agent-file";
import { agentFileText } from "../core/run/agent-file-text";
import { listAgents } from "../core/run/agent-list";
import { say } from "../core/say";
import { writeFileDurably } from "../settings/write-file-durably";
import { type ReadAgent, readAgentFile, readAgentFolder } from "./read-folder";

export interface AgentFilesDeps {
  data_dir: string;
  resources_dir: string;
  models: Pick<Models, "choices">;
}

addEnglish("agents", words);

/** The place of a folder's agents in it. */
const IN_FOLDER = ".braid/agents";

const versionOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The agents of Braid among which a session's user chooses. */
const CHOOSABLE = [PLAIN_AGENT, FOLDER_AGENT];
const HELPERS = ["explore", "general"];
/** Names that no file may take. */
const INNER = [...HELPERS, "compaction", "precompact", "title"];

export function agentFiles({ data_dir, resources_dir, models }: AgentFilesDeps): AgentSource {
  const brought = (name: string): AgentFields =>
    parseAgentFile(name, readFileSync(join(resources_dir, "agents", `${name}.md`), "utf8"));
  const braid = CHOOSABLE.map(brought);
  const helpers = HELPERS.map(brought);
  const own = join(data_dir, "agents");

  const list = async (workspace_root: string | undefined): Promise<AgentList> => {
    const isNear = workspace_root !== undefined && !isNetworkPath(workspace_root);
    const [user, folder] = await Promise.all([
      readAgentFolder(own, own, "user"),
      isNear
        ? readAgentFolder(join(workspace_root, IN_FOLDER), workspace_root, "folder")
        : { read: [], problems: [] },
    ]);
    const { agents, problems } = listAgents({
      braid,
      inner: INNER,
      user: user.read.map(({ agent }) => agent),
      folder: folder.read.map(({ agent }) => ({ ...agent, path: `${IN_FOLDER}/${agent.name}.md` })),
      isSetUp: ({ provider_id, model_id }) =>
        models
          .choices()
          .some(
            ({ ref, unavailable }) =>
              ref.provider_id === provider_id && ref.model_id === model_id && unavailable === undefined,
          ),
    });
    const versions = new Map(user.read.map(({ agent, text }) => [agent.name, versionOf(text)]));
    return {
      agents: agents.map((agent) => {
        const as_of = agent.origin === "user" ? versions.get(agent.name) : undefined;
        return as_of === undefined ? agent : { ...agent, as_of };
      }),
      problems: [...user.problems, ...folder.problems, ...problems],
    };
  };

  /**
   * The version of a file; null where there is none. A file that cannot be read as an agent is "broken", which no list gives as `as_of`: so
   * nobody saves over it, or deletes it.
   */
  const versionNow = async (name: string): Promise<string | null> => {
    const folder = await realpath(own).catch(() => own);
    const found: ReadAgent | { reason: unknown } = await readAgentFile(folder, `${name}.md`);
    if ("text" in found) return versionOf(found.text);
    return (await exists(join(folder, `${name}.md`))) ? "broken" : null;
  };

  const save: AgentSource["save"] = async (agent, as_of) => {
    const { name } = agent;
    if (INNER.includes(name) || braid.some((known) => known.name === name))
      throw new BraidError("INVALID_INPUT", say("agents:file.taken", { name }));
    const text = agentFileText(agent);
    // The text must be readable again: a file that Braid itself refuses would take the agent away.
    parseAgentFile(name, text);
    await mkdir(own, { recursive: true, mode: 0o700 });
    if ((await versionNow(name)) !== as_of) throw changedSince(name);
    await writeFileDurably(join(own, `${name}.md`), text);
  };

  const remove: AgentSource["remove"] = async (name, as_of) => {
    if ((await versionNow(name)) !== as_of) throw changedSince(name);
    await unlink(join(own, `${name}.md`));
  };

  return {
    list,
    helpers: async () => helpers,
    save: (agent, as_of) => told(() => save(agent, as_of)),
    remove: (name, as_of) => told(() => remove(name, as_of)),
  };
}

const exists = (path: string): Promise<boolean> =>
  realpath(path).then(
    () => true,
    () => false,
  );

const changedSince = (name: string): BraidError =>
  new BraidError("INVALID_INPUT", say("agents:failure.changed.message", { name }), {
    hint: say("agents:failure.changed.hint"),
  });

/** A file system's failure has a code and a path, and no words for people. */
async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BraidError) throw error;
    const { code = "?" } = error as NodeJS.ErrnoException;
    throw new BraidError("INVALID_INPUT", say("agents:failure.not-kept.message", { reason: code }), {
      hint: say("agents:failure.not-kept.hint"),
      details: toErrorInfo(error).details ?? "",
      cause: error,
    });
  }
}
