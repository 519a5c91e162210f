/** Exports sessions (SE-6): asks where to, lets the thread write, prints a PDF, and shows the file afterwards. Loaded by the first export. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { app, shell } from "electron";
import { type Exported, type ExportFormat, NOTE_KINDS } from "../../../src-preload/contract/domain/exchange";
import { BraidError } from "../../core/braid-error";
import type { Exchange, ExportTask, ExportWords } from "../../core/ports/exchange";
import { fileName } from "../../files/file-names";
import { noteUnfinished } from "../../files/unfinished";
import { spokenLanguage } from "../../language/language";
import type { Exports } from "../../surfaces/ipc/context";
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

export function createExports(deps: ExportsDeps): Exports {
  const underWay = new Map<string, () => void>();
  /** The paths of files that were written, by the ids that windows have for them. */
  const written = new Map<string, string>();

  const run = async (work_id: string, task: ExportTask, isPdf: boolean) => {
    const { data_dir, exchange, onProgress, save } = deps;
    const printed = join(data_dir, `.print.${randomUUID()}.html`);
    const forget = isPdf ? await noteUnfinished(data_dir, printed) : undefined;
    try {
      const target = isPdf ? printed : task.target;
      const { result, cancel } = exchange.export({ ...task, target, forPrint: isPdf }, (share) =>
        onProgress(work_id, share),
      );
      underWay.set(work_id, cancel);
      const outcome = await result;
      if (!isPdf) return outcome;
      const pdf = await printPdf(printed);
      if (!underWay.has(work_id)) return undefined;
      await save(task.target, pdf);
      return { ...outcome, size: pdf.length };
    } finally {
      underWay.delete(work_id);
      await rm(printed, { force: true });
      await forget?.();
    }
  };

  return {
    export: async ({ work_id, format, words, ...request }) => {
      const isPdf = format === "pdf";
      const wanted = { ...request, format: isPdf ? ("html" as const) : format };
      const plan = await deps.exchange.plan(wanted);
      if (isPdf && plan.sessions !== 1)
        throw new BraidError("INVALID_INPUT", { key: "exchange:not-written.one-pdf" });
      const target = await askWhere(plan.title, plan.zip ? "zip" : ENDINGS[format]);
      if (target === undefined) return null;
      try {
        const outcome = await run(work_id, { ...wanted, target, words: wordsOf(words) }, isPdf);
        return outcome === undefined ? null : noted(written, target, outcome);
      } catch (error) {
        if (codeOf(error) === "CANCELLED") return null;
        throw inWords(error, target);
      }
    },
    cancel: (work_id) => {
      underWay.get(work_id)?.();
      underWay.delete(work_id);
    },
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

const CAUSES: Readonly<Record<string, "full" | "too-large" | "denied" | "gone">> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "too-large",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOENT: "gone",
  ENOTDIR: "gone",
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
