/** Imports sessions (SE-6): lets the user choose files, shows what is in them, and brings it in. Loaded by the first import. */
import { randomUUID } from "node:crypto";
import type { CodedSentence } from "../../../src-preload/contract/domain/sentence";
import { BraidError } from "../../core/braid-error";
import type { Exchange, ExchangeWork, ShownBefore } from "../../core/ports/exchange";
import type { Imports as ImportsArea } from "../../core/session/imports";
import type { Imports } from "../../surfaces/ipc/context";
import { askToOpen } from "./file-dialogs";
import { codeOf, keep } from "./works";

export interface ImportsDeps {
  exchange: Exchange;
  imports(): Promise<ImportsArea>;
  onProgress(work_id: string, share: number): void;
}

interface Chosen {
  paths: readonly string[];
  shown: ShownBefore;
}
const NOTHING: Chosen = { paths: [], shown: { sessions: 0, broken: 0 } };

export function createImports({ exchange, imports, onProgress }: ImportsDeps): Imports {
  const underWay = new Map<string, () => void>();
  /** The chosen files, with what was found in them; a window names none. */
  const chosen = new Map<string, Chosen>();

  /** Undefined where the user cancelled. */
  const finish = async <T>(work_id: string, { result, cancel }: ExchangeWork<T>): Promise<T | undefined> => {
    underWay.set(work_id, cancel);
    try {
      return await result;
    } catch (error) {
      if (codeOf(error) === "CANCELLED") return undefined;
      throw inWords(error);
    } finally {
      underWay.delete(work_id);
    }
  };

  return {
    choose: async (work_id, what) => {
      // Some systems have no dialog for both.
      const filePaths = await askToOpen(
        what === "folder"
          ? { properties: ["openDirectory"] }
          : {
              properties: ["openFile", "multiSelections"],
              filters: [{ name: "JSON, JSONL, ZIP", extensions: ["json", "jsonl", "zip"] }],
            },
      );
      if (filePaths.length === 0) return null;
      const plan = await finish(
        work_id,
        exchange.planImport(filePaths, (share) => onProgress(work_id, share)),
      );
      if (plan === undefined) return null;
      const import_id = randomUUID();
      const shown = { sessions: plan.sessions.length, broken: plan.broken.length };
      keep(chosen, import_id, { paths: filePaths, shown });
      return { import_id, ...plan };
    },
    import: async (import_id, work_id) => {
      const { paths, shown } = chosen.get(import_id) ?? NOTHING;
      const outcome = await finish(
        work_id,
        exchange.import(paths, shown, (share) => onProgress(work_id, share)),
      );
      if (outcome === undefined) return null;
      chosen.delete(import_id);
      const { session_ids, ...told } = outcome;
      await (await imports()).arrived(session_ids, told.trashed);
      const [session_id, ...more] = session_ids;
      return {
        ...told,
        sessions: session_ids.length,
        ...(session_id === undefined || more.length > 0 ? {} : { session_id }),
      };
    },
    bringBack: async (seen, work_id) => {
      const outcome = await finish(
        work_id,
        exchange.bringBack(seen, (share) => onProgress(work_id, share)),
      );
      if (outcome === undefined) return null;
      if (outcome.is === "back") await (await imports()).arrived(outcome.session_ids);
      return outcome;
    },
    cancel: (work_id) => underWay.get(work_id)?.(),
  };
}

const NOT_AS_SHOWN = "exchange:broken.not-as-shown";

function inWords(error: unknown): unknown {
  if (error instanceof BraidError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isBroken = codeOf(error) === "BROKEN";
  // The thread hands the sentence over as JSON: an error crosses its border as text.
  const reason: CodedSentence = isBroken
    ? (JSON.parse(message) as CodedSentence)
    : { key: "exchange:broken.unreadable" };
  const hint = reason.key === NOT_AS_SHOWN ? "exchange:failed.choose-again" : "exchange:failed.hint";
  return new BraidError(
    "INVALID_INPUT",
    { key: "exchange:failed.message", params: { reason } },
    { hint: { key: hint }, details: message, cause: error },
  );
}
