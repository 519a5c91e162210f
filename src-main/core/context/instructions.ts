/**
 * Reads the instructions of a project (SP-1): `AGENTS.md`, `CLAUDE.md` and `CONTEXT.md`, first the user's own, then from the outermost
 * folder of the repository inward. Never fails: a file that cannot be read is left out.
 */

import { constants } from "node:fs";
import { access, open, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { protectedBecause } from "../permissions/protected-paths";
import type { SystemPrompt } from "../ports/transcript-store";
import { isNetworkPath } from "./network-path";
import { estimateTokens } from "./usage";

type Section = SystemPrompt["sections"][number];

const FILES = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"];
/** Tokens of all files together. */
export const MOST_TOKENS = 8000;
/** Bytes that are read of one file: more than the tokens allow. */
const MOST_BYTES = 64 * 1024;
/** Folders above the session's that are looked through for the repository's root. */
const MOST_FOLDERS = 16;

/** The mark at the end of a section's name whose file is longer than there is room. */
export const CUT = " [cut]";

export interface InstructionPlace {
  /** The folder of the user's own files. */
  data_dir?: string | undefined;
  workspace_root?: string | undefined;
}

/** One section a file, named by its path. */
export async function instructionSections({
  data_dir,
  workspace_root,
}: InstructionPlace): Promise<Section[]> {
  const folders = workspace_root === undefined ? [] : await foldersOf(workspace_root);
  const found: { name: string; text: string }[] = [];
  for (const folder of [...(data_dir === undefined ? [] : [data_dir]), ...folders])
    for (const file of FILES) {
      const path = join(folder, file);
      const text = await readWithin(folder, path);
      if (text === undefined || found.some((other) => other.text === text)) continue;
      const isOwn = folder === data_dir || workspace_root === undefined;
      found.push({ name: isOwn ? path : relative(workspace_root, path), text });
    }
  return fitted(found);
}

/** The session's folder and those above it, up to the repository's root, outermost first. Without a repository the folder alone. */
async function foldersOf(workspace_root: string): Promise<string[]> {
  if (isNetworkPath(workspace_root)) return [];
  const folders = [workspace_root];
  for (let folder = workspace_root; folders.length <= MOST_FOLDERS; ) {
    const isRoot = await access(join(folder, ".git")).then(
      () => true,
      () => false,
    );
    if (isRoot) return folders.reverse();
    const above = dirname(folder);
    if (above === folder) break;
    folders.push(above);
    folder = above;
  }
  return [workspace_root];
}

/** The text of a file. Undefined for a link that leads out of its folder, or to a secret in it: it would carry that into the prompt. */
async function readWithin(folder: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    const inside = await realpath(folder);
    if (!real.startsWith(inside + sep)) return undefined;
    if (protectedBecause(relative(inside, real), "read") !== undefined) return undefined;
    const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
      const text = buffer.toString("utf8", 0, bytesRead).replace(/\ufffd$/, "");
      return text.trim() === "" ? undefined : text.trim();
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** The outermost file is cut last: the folder that is worked in gets its room first. */
function fitted(found: readonly { name: string; text: string }[]): Section[] {
  let room = MOST_TOKENS;
  const sections: Section[] = [];
  for (const { name, text } of found.toReversed()) {
    const tokens = estimateTokens(text.length);
    const kept = tokens <= room ? text : text.slice(0, Math.floor((text.length * room) / tokens));
    room = Math.max(0, room - tokens);
    if (kept === "") continue;
    const cut = kept.length < text.length;
    const rest = cut ? "\n[The rest is left out: instructions have room for 8,000 tokens.]" : "";
    sections.unshift({
      name: cut ? `${name}${CUT}` : name,
      text: `# Instructions from ${name}\n${kept}${rest}`,
    });
  }
  return sections;
}
