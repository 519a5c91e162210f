/** The files that lie beside the conversations of an export, and the texts of files that stand in one. Each becomes a file of Braid's (DB-9). */
import { createHash } from "node:crypto";
import {
  blobUrl,
  LARGEST_ATTACHMENT,
  LONGEST_FILENAME,
} from "../../../../../src-preload/contract/domain/attachments";
import { createTypeFinder } from "../../../../core/media-type";
import type { PartBlock } from "../tree-parts";

/** A file whose bytes the import keeps. */
export interface KeptFile {
  sha256: string;
  media_type: string;
  /** Bytes. */
  size: number;
  bytes(): AsyncIterable<Uint8Array>;
}

/** A file beside the conversations. */
export interface FileBeside {
  /** The file's path in the zip or in the folder. */
  name: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** Finds files by the ids that conversations have for them: the beginnings of their names. */
export class FilesBeside {
  private readonly byId = new Map<string, FileBeside>();
  private readonly known = new Map<string, Promise<KeptFile | undefined>>();

  constructor(private readonly files: readonly FileBeside[]) {
    for (const file of files) {
      const id = fileIdIn(file.name);
      if (id !== undefined && !this.byId.has(id)) this.byId.set(id, file);
    }
  }

  /** The name of the file in the export; undefined where it is not there. */
  nameOf(id: string): string | undefined {
    const name = this.byId.get(id)?.name;
    return name === undefined ? undefined : baseName(name);
  }

  /** The names of those that no conversation has named so far. */
  leftAlone(): string[] {
    const used = new Set([...this.known.keys()].map((id) => this.byId.get(id)?.name));
    return this.files.map(({ name }) => name).filter((name) => !used.has(name));
  }

  /** Undefined where it is not there, or larger than a file of Braid's may be. Its bytes are read once. */
  find(id: string): Promise<KeptFile | undefined> {
    const file = this.byId.get(id);
    const found = this.known.get(id) ?? (file === undefined ? Promise.resolve(undefined) : kept(file.bytes));
    this.known.set(id, found);
    return found;
  }
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The id in a path or a pointer: `file-` or `file_` and letters, at the beginning of what stands behind the last slash. */
export const fileIdIn = (text: string): string | undefined =>
  /^file[-_][A-Za-z0-9]+/.exec(baseName(text))?.[0];

async function kept(bytes: () => AsyncIterable<Uint8Array>): Promise<KeptFile | undefined> {
  const hash = createHash("sha256");
  const types = createTypeFinder();
  let size = 0;
  for await (const piece of bytes()) {
    size += piece.length;
    if (size > LARGEST_ATTACHMENT) return undefined;
    hash.update(piece);
    types.take(piece);
  }
  return { sha256: hash.digest("hex"), media_type: types.type(), size, bytes };
}

/** The text of a file as a file. Undefined where it is larger than a file of Braid's may be. */
export const keptText = (text: string): Promise<KeptFile | undefined> =>
  kept(async function* () {
    yield Buffer.from(text);
  });

/** A file as a part of a message. */
export const fileBlock = ({ sha256, media_type, size }: KeptFile, filename: string): PartBlock => ({
  type: "part",
  size,
  part: {
    type: "file",
    mediaType: media_type,
    filename: filename.slice(0, LONGEST_FILENAME),
    url: blobUrl(sha256),
  },
});
