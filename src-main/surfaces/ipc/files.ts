/**
 * Takes in the files that a window was given: dropped ones by the path that the preload read from the file itself, pasted ones piece by
 * piece, so that no message is large. The page never names a path.
 */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";
import type { DroppedFolder } from "../../../src-preload/contract/window/bridge";
import type { ChosenFiles } from "../../../src-preload/contract/window/calls/attachments";
import { fileMessage } from "../../../src-preload/contract/window/schemas";
import { BraidError, toErrorInfo } from "../../core/braid-error";
import { isNetworkPath } from "../../core/context/network-path";
import { say } from "../../core/say";
import type { Attachments } from "../../core/session/attachments";
import { filePieces } from "../../files/file-pieces";
import { realWorkspace } from "../../files/workspace";

type Adder = Pick<Attachments, "add">;

/** A file of which more pieces come. */
interface Upload {
  writer: WritableStreamDefaultWriter<Uint8Array>;
  result: Promise<AttachmentRef>;
  timer?: NodeJS.Timeout;
}

/** Uploads that one window has under way. */
const MOST_UPLOADS = 10;
/** Milliseconds without a piece after which an upload is given up: its page has died. */
const PATIENCE_MS = 60_000;
const AN_HOUR_MS = 60 * 60 * 1000;
/** Files and bytes of all windows in an hour: far more than a person attaches. */
const MOST_FILES = 300;
const MOST_BYTES = 4 * 1024 * 1024 * 1024;

export interface FileIntake {
  /** Returns the file once it is whole, before that the number of its upload; for a folder, its path. @throws BraidError */
  take(window: object, message: unknown): Promise<AttachmentRef | DroppedFolder | { upload: number }>;
}

export function createFileIntake(attachments: Adder, now: () => number = Date.now): FileIntake {
  const uploads = new WeakMap<object, Map<number, Upload>>();
  const { assertRoom, count } = createAllowance(now);
  let last = 0;

  const begin = (mine: Map<number, Upload>, name: string): number => {
    if (mine.size >= MOST_UPLOADS) throw new BraidError("FORBIDDEN", say("too-much-under-way"));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const result = attachments.add(readable, name);
    const writer = writable.getWriter();
    // After a failure nobody takes further pieces: the writer of the one that waits is told why.
    result.catch((error) => writer.abort(error)).catch(() => undefined);
    last += 1;
    mine.set(last, { writer, result });
    return last;
  };

  const addPiece = async (mine: Map<number, Upload>, upload: number, bytes: Uint8Array, isLast: boolean) => {
    const { writer, result, timer } = mine.get(upload) ?? never();
    clearTimeout(timer);
    try {
      await writer.write(bytes);
      if (isLast) await writer.close();
    } catch {
      mine.delete(upload);
      return await result;
    }
    if (!isLast) {
      const giveUp = () => {
        mine.delete(upload);
        writer.abort(new Error("The window sent no more of the file.")).catch(() => undefined);
      };
      mine.set(upload, { writer, result, timer: setTimeout(giveUp, PATIENCE_MS).unref() });
      return { upload };
    }
    mine.delete(upload);
    return await result;
  };

  return {
    async take(window, message) {
      const said = fileMessage.safeParse(message).data ?? never();
      if (!("upload" in said)) assertRoom();
      if ("path" in said && (await isFolder(said.path))) return { folder: await realWorkspace(said.path) };
      if ("path" in said) return count(await attachments.add(filePieces(said.path), basename(said.path)));
      const mine = uploads.get(window) ?? new Map<number, Upload>();
      uploads.set(window, mine);
      const upload = said.upload ?? begin(mine, said.name);
      const taken = await addPiece(mine, upload, said.bytes, said.last);
      return "sha256" in taken ? count(taken) : taken;
    },
  };
}

/** A path on another computer is not looked at: the look alone would tell who asks. Reading it says why it cannot be taken. */
const isFolder = async (path: string): Promise<boolean> =>
  !isNetworkPath(path) &&
  (await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  ));

/** Our own preload sends nothing else. */
function never(): never {
  throw new BraidError("FORBIDDEN", say("not-offered"));
}

function createAllowance(now: () => number) {
  let since = now();
  let files = 0;
  let bytes = 0;
  return {
    assertRoom: () => {
      if (now() - since >= AN_HOUR_MS) [since, files, bytes] = [now(), 0, 0];
      files += 1;
      if (files > MOST_FILES || bytes > MOST_BYTES) throw new BraidError("FORBIDDEN", say("too-often-hour"));
    },
    count: (file: AttachmentRef): AttachmentRef => {
      bytes += file.size;
      return file;
    },
  };
}

/** Takes in the files that a user chose in the system's dialog. A file that cannot be read costs nobody the others. */
export async function addChosen(attachments: Adder, paths: readonly string[]): Promise<ChosenFiles> {
  const chosen: ChosenFiles = { added: [], refused: [] };
  for (const path of paths) {
    const filename = basename(path);
    try {
      chosen.added.push(await attachments.add(filePieces(path), filename));
    } catch (error) {
      chosen.refused.push({ filename, error: toErrorInfo(error) });
    }
  }
  return chosen;
}
