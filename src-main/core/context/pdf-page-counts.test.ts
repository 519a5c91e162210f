import { expect, it } from "vitest";
import { pdf } from "../../../e2e/fixtures/pdf-bytes";
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import { pictureMetadata } from "../../../src-preload/contract/domain/tool-pictures";
import { MOST_FILE_BYTES } from "./file-bound";
import { countPages, pagesOfKept } from "./pdf-page-counts";

const sha = (letter: string) => letter.repeat(64);
const attached = (letter: string, mediaType = "application/pdf") =>
  ({ type: "file", mediaType, data: new URL(blobUrl(sha(letter))) }) as const;
const ofTool = (letter: string, pages: number) => ({
  ...attached(letter),
  providerOptions: pictureMetadata({ tool_call_id: "a", pages }),
});

/** A store of PDFs of three pages, and the hashes that were read from it. */
function kept(size: number) {
  const read: string[] = [];
  return {
    read: async (sha256: string) => {
      read.push(sha256);
      return pdf(3);
    },
    sizeOf: () => size,
    reads: read,
  };
}
const going = () => new AbortController().signal;

it("[AG-7] counts PDFs that users attached, and reads no other file for it", async () => {
  const files = kept(1000);
  await countPages([attached("1"), attached("2", "image/png"), ofTool("3", 7)], files, going());
  expect(files.reads).toEqual([sha("1")]);
  expect(["1", "2", "3"].map((letter) => pagesOfKept(sha(letter)))).toEqual([3, 0, 0]);
});

it("[AG-7] reads no PDF that leaves no room for another file by its bytes alone", async () => {
  const files = kept(MOST_FILE_BYTES + 1);
  await countPages([attached("4")], files, going());
  expect(files.reads).toEqual([]);
});

it("[AB-1] a stop ends the counting, and what was not counted is counted the next time", async () => {
  const files = kept(1000);
  const stop = new AbortController();
  const read = (sha256: string) => {
    stop.abort();
    return files.read(sha256);
  };
  const stopping = { ...files, read };
  await countPages([attached("5"), attached("6")], stopping, stop.signal);
  expect(files.reads).toEqual([sha("5")]);
  await countPages([attached("5"), attached("6")], files, going());
  expect(pagesOfKept(sha("5"))).toBe(3);
  expect(pagesOfKept(sha("6"))).toBe(3);
});
