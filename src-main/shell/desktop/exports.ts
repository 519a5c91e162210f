/** Exports sessions (SE-6): asks where to, lets the thread write, prints a PDF, and shows the file afterwards. Loaded by the first export. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { app, shell } from "electron";
import { type Exported, type ExportFormat, NOTE_KINDS } from "../../../src-preload/contract/domain/exchange";
import { BraidError } from "../../core/braid-error";
import type {
  Exchange,
  ExchangeWork,
  ExportRequest,
  ExportTask,
  ExportWords,
} from "../../core/ports/exchange";
import { fileName } from "../../files/file-names";
import { noteUnfinished } from "../../files/unfinished";
import { spokenLanguage } from "../../language/language";
import type { Exports, WindowExport } from "../../surfaces/ipc/context";
import { askToSave } from "./file-dialogs";
import { printPdf } from "./print-pdf";
import { codeOf, keep } from "./works";

export interface ExportsDeps {
  data_dir: string;
  exchange: Exchange;
  onProgress(work_id: string, share: number): void;
  /** Replaces a file by a whole new one, or leaves the old one (SV-11). */
  save(file: string, bytes: Uint8Array): Promise<unknown>;
}

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  archive: "json",
  markdown: "md",
  html: "html",
  pdf: "pdf",
  tree: "jsonl",
};

const WORDS = [
  ...(["you", "assistant", "model", "reasoning", "tool", "input", "output"] as const),
  ...(["failed", "hidden", "sidecar", "attachment", "labels"] as const),
  ...(["branch_of", "tokens_in", "tokens_out"] as const),
  ...NOTE_KINDS,
] as const;

/** The window says them in its language: main carries no words for a rare task. */
const wordsOf = (said: Readonly<Record<string, string>>): ExportWords => ({
  language: spokenLanguage(),
  ...(Object.fromEntries(WORDS.map((word) => [word, said[word] ?? word])) as Omit<ExportWords, "language">),
});

/** A PDF is printed from HTML. */
const wantedOf = ({ sessions, format, include }: WindowExport): ExportRequest => ({
  ...{ sessions, include },
  format: format === "pdf" ? "html" : format,
});

/** The result of a work that the signal cancels; undefined where it did. */
async function ended<T>({ result, cancel }: ExchangeWork<T>, signal: AbortSignal): Promise<T | undefined> {
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await result;
  } catch (error) {
    if (codeOf(error) === "CANCELLED") return undefined;
    throw error;
  }
}

export function createExports(deps: ExportsDeps): Exports {
  /** From the call of the window on: it may be cancelled before there is anything to stop. */
  const underWay = new Map<string, AbortController>();
  /** The paths of files that were written, by the ids that windows have for them. */
  const written = new Map<string, string>();

  /** Undefined where it was cancelled. */
  const run = async (work_id: string, task: ExportTask, isPdf: boolean, signal: AbortSignal) => {
    const { data_dir, exchange, onProgress, save } = deps;
    const printed = join(data_dir, `.print.${randomUUID()}.html`);
    const forget = isPdf ? await noteUnfinished(data_dir, printed) : undefined;
    try {
      if (signal.aborted) return undefined;
      const target = isPdf ? printed : task.target;
      const work = exchange.export({ ...task, target, forPrint: isPdf }, (share) =>
        onProgress(work_id, share),
      );
      const outcome = await ended(work, signal);
      if (outcome === undefined || !isPdf) return outcome;
      const pdf = await printPdf(printed);
      if (signal.aborted) return undefined;
      await save(task.target, pdf);
      return { ...outcome, size: pdf.length };
    } finally {
      await rm(printed, { force: true });
      await forget?.();
    }
  };

  /** The file that the user chose; undefined where the export was cancelled meanwhile. */
  const chooseTarget = async (request: WindowExport, signal: AbortSignal): Promise<string | undefined> => {
    const plan = await ended(deps.exchange.plan(wantedOf(request)), signal);
    if (plan === undefined || signal.aborted) return undefined;
    if (request.format === "pdf" && plan.sessions !== 1)
      throw new BraidError("INVALID_INPUT", { key: "exchange:not-written.one-pdf" });
    const target = await askWhere(plan.title, plan.zip ? "zip" : ENDINGS[request.format]);
    return signal.aborted ? undefined : target;
  };

  const exportTo = async (
    target: string,
    request: WindowExport,
    signal: AbortSignal,
  ): Promise<Exported | null> => {
    const task = { ...wantedOf(request), target, words: wordsOf(request.words) };
    try {
      const outcome = await run(request.work_id, task, request.format === "pdf", signal);
      return outcome === undefined ? null : noted(written, target, outcome);
    } catch (error) {
      throw inWords(error, target);
    }
  };

  return {
    export: async (request) => {
      const cancelling = new AbortController();
      underWay.set(request.work_id, cancelling);
      try {
        const target = await chooseTarget(request, cancelling.signal);
        return target === undefined ? null : await exportTo(target, request, cancelling.signal);
      } finally {
        underWay.delete(request.work_id);
      }
    },
    cancel: (work_id) => underWay.get(work_id)?.abort(),
    show: (export_id) => {
      const file = written.get(export_id);
      if (file !== undefined) shell.showItemInFolder(file);
    },
  };
}

function noted(
  written: Map<string, string>,
  target: string,
  outcome: Omit<Exported, "export_id" | "name">,
): Exported {
  const export_id = randomUUID();
  keep(written, export_id, target);
  return { ...outcome, export_id, name: basename(target) };
}

/** Undefined where the user cancelled. */
async function askWhere(title: string | undefined, ending: string): Promise<string | undefined> {
  const day = new Date().toISOString().slice(0, 10);
  const named = title === undefined ? `braid-${day}` : fileName(title);
  return await askToSave({
    defaultPath: join(app.getPath("documents"), `${named}.${ending}`),
    filters: [{ name: ending.toUpperCase(), extensions: [ending] }],
  });
}

const CAUSES: Readonly<Record<string, "full" | "too-large" | "denied" | "gone" | "long-name">> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "too-large",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOENT: "gone",
  ENOTDIR: "gone",
  ENAMETOOLONG: "long-name",
};

function inWords(error: unknown, file: string): unknown {
  if (error instanceof BraidError) return error;
  const cause = CAUSES[codeOf(error)] ?? "other";
  return new BraidError(
    "STORE_UNAVAILABLE",
    { key: `exchange:not-written.${cause}.message`, params: { file } },
    {
      hint: { key: `exchange:not-written.${cause}.hint` },
      details: error instanceof Error ? error.message : String(error),
      cause: error,
    },
  );
}
