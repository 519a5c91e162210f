/**
 * Reads the files of agents in a folder (AG-8). Strangers may have made the folder: only plain files that really lie in it are read, up to
 * a size and a number.
 */
import { constants } from "node:fs";
import { open, readdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import {
  AGENT_NAME,
  type AgentFields,
  type AgentProblem,
  LONGEST_AGENT_NAME,
} from "../../src-preload/contract/domain/agents";
import type { CodedSentence } from "../../src-preload/contract/domain/sentence";
import { AgentFileWrong, parseAgentFile } from "../core/run/agent-file";
import { say } from "../core/say";

/** Bytes of a file: more than the longest instructions take. */
export const MOST_BYTES = 128 * 1024;
export const MOST_FILES = 50;
const ENDING = ".md";

/** The text of an agent's file, as it was read. */
export interface ReadAgent {
  agent: AgentFields;
  text: string;
}

export interface ReadFolder {
  read: ReadAgent[];
  problems: AgentProblem[];
}

/** `root`: nothing outside of it is read; the folder itself for the user's own. Never fails. */
export async function readAgentFolder(
  folder: string,
  root: string,
  origin: AgentProblem["origin"],
): Promise<ReadFolder> {
  const problems: AgentProblem[] = [];
  const read: ReadAgent[] = [];
  const inside = await insideOf(folder, root);
  const names = inside === undefined ? [] : await readdir(inside).catch(() => []);
  // A temporary file of ours begins with a dot.
  const files = names.filter((name) => name.endsWith(ENDING) && !name.startsWith(".")).sort();
  if (files.length > MOST_FILES)
    problems.push({ origin, file: "", reason: say("agents:file.too-many", { most: MOST_FILES }) });
  for (const file of files.slice(0, MOST_FILES)) {
    const found = await readAgentFile(inside ?? folder, file);
    if ("reason" in found) problems.push({ origin, file: file.slice(0, 100), reason: found.reason });
    else read.push(found);
  }
  return { read, problems };
}

/** The real path of a folder that lies in another one, or is it. */
async function insideOf(folder: string, root: string): Promise<string | undefined> {
  try {
    const [real, realRoot] = await Promise.all([realpath(folder), realpath(root)]);
    return real === realRoot || real.startsWith(realRoot + sep) ? real : undefined;
  } catch {
    return undefined;
  }
}

/** `folder` is a real path: a link in it that leads elsewhere is no file of it. */
export async function readAgentFile(
  folder: string,
  file: string,
): Promise<ReadAgent | { reason: CodedSentence }> {
  const name = file.slice(0, -ENDING.length);
  if (!AGENT_NAME.test(name) || name.length > LONGEST_AGENT_NAME)
    return { reason: say("agents:file.file-name", { most: LONGEST_AGENT_NAME }) };
  try {
    const text = await textOf(join(folder, file));
    if (typeof text !== "string") return { reason: text };
    return { agent: parseAgentFile(name, text), text };
  } catch (error) {
    if (error instanceof AgentFileWrong) return { reason: error.reason };
    const { code = "?" } = error as NodeJS.ErrnoException;
    // A link is refused by the flag of the opening.
    const isLink = code === "ELOOP";
    return {
      reason: isLink ? say("agents:file.not-plain") : say("agents:file.unreadable", { reason: code }),
    };
  }
}

async function textOf(path: string): Promise<string | CodedSentence> {
  // A pipe must not hold the opening up, and a link is not followed: it may lead to a secret.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    if (!(await handle.stat()).isFile()) return say("agents:file.not-plain");
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length > MOST_BYTES) break;
    }
    if (length > MOST_BYTES) return say("agents:file.too-large", { most: MOST_BYTES });
    const text = bytes.toString("utf8", 0, length);
    return text.includes("\uFFFD") || text.includes("\0") ? say("agents:file.not-text") : text;
  } finally {
    await handle.close();
  }
}
