/** Shows a PDF to a model (AG-1), and says in a sentence why one is not shown. */
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { MOST_PAGES } from "../../context/file-bound";
import type { ToolCallContext } from "../../ports/tools";
import { counted, shownName, sizeInWords } from "../whole-text";
import { pagesOf } from "./pdf-pages";
import { bytesOf } from "./picture";

/** Providers take larger ones, but a request holds other files as well (see `filesLeftOut`). */
const MOST_BYTES = 10_000_000;
/** The end of a PDF stands in its last bytes. */
const END = 1024;

export const isPdf = (start: Buffer): boolean => start.subarray(0, 5).toString("latin1") === "%PDF-";

/**
 * Returns what the model reads of it as words. What a provider would refuse is not shown, because the refusal would meet each later request
 * of the session.
 * @throws where the PDF could not be kept
 */
export async function showPdf(
  file: FileHandle,
  { path, size }: { path: string; size: number },
  { signal, show }: Pick<ToolCallContext, "signal" | "show">,
): Promise<string> {
  const is = `${shownName(path)} is a PDF document (application/pdf) of ${sizeInWords(size)}`;
  if (size > MOST_BYTES)
    return `${is}. It is not shown, because it has more than ${sizeInWords(MOST_BYTES)}. ${SMALLER}`;
  const bytes = await bytesOf(file, size);
  if (!bytes.subarray(-END).includes("%%EOF"))
    return `${is}. It is damaged, or its end is missing, so it is not shown.`;
  if (bytes.includes("/Encrypt")) return `${is}. It is encrypted, so it is not shown.`;
  const pages = await pagesOf(bytes, MOST_PAGES, signal);
  if (pages === 0) return `${is}. Its pages are not found, so it is not shown.`;
  if (pages > MOST_PAGES)
    return `${is}. It is not shown, because it may have more than ${counted(MOST_PAGES, "page")}. ${SMALLER}`;
  const measured = `${is}, ${counted(pages, "page")}`;
  if (show === undefined) return `${measured}. It cannot be shown here.`;
  await show({ bytes, filename: basename(path), pages });
  return `${measured}.`;
}

const SMALLER = "Make a PDF of the pages that are needed, and read that.";
