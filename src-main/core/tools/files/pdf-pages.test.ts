import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { pdf } from "../../../../e2e/fixtures/pdf-bytes";
import { pagesOf } from "./pdf-pages";

const { signal } = new AbortController();

const NO_STREAM = Buffer.from(`/ObjStm${" ".repeat(2000)}`);

it.each([
  ["plain objects", pdf(12), 12],
  ["packed objects", pdf(12, { packed: true }), 12],
  ["two streams of them", Buffer.concat([pdf(3, { packed: true }), pdf(4, { packed: true })]), 7],
  ["a stream behind a type without one", Buffer.concat([NO_STREAM, pdf(12, { packed: true })]), 12],
  ["no page", Buffer.from("%PDF-1.7\n1 0 obj << /Type /Pages /Count 9 >> endobj\n%%EOF"), 0],
  ["a stream of objects that is damaged", Buffer.from("/ObjStm >>\nstream\nno zlib\nendstream"), 0],
  ["a stream of objects without an end", Buffer.from("/ObjStm >>\nstream\n"), 0],
  ["a stream of objects without a beginning", Buffer.from("/ObjStm".repeat(1000)), 0],
  ["noise", randomBytes(100_000), 0],
  ["nothing", Buffer.alloc(0), 0],
])("counts the pages of %s", async (_, bytes, pages) => {
  expect(await pagesOf(bytes, 100, signal)).toBe(pages);
});

it("finds a page once, wherever a slice ends", async () => {
  const page = Buffer.from("/Type /Page ");
  for (let shift = 0; shift <= page.length; shift += 1) {
    const before = Buffer.alloc(256 * 1024 - shift, " ");
    expect(await pagesOf(Buffer.concat([before, page]), 100, signal)).toBe(1);
  }
});

it("unpacks no bomb to its end", async () => {
  const { deflateSync } = await import("node:zlib");
  const bomb = deflateSync(Buffer.alloc(15_000_000, " "));
  const stream = (packed: Buffer) =>
    Buffer.concat([Buffer.from("/ObjStm >>\nstream\n"), packed, Buffer.from("endstream\n")]);
  expect(await pagesOf(Buffer.concat([stream(bomb), stream(bomb)]), 100, signal)).toBeGreaterThan(100);
  expect(await pagesOf(stream(deflateSync(Buffer.alloc(20_000_000, " "))), 100, signal)).toBeGreaterThan(100);
});

// A search to the end of the file for each of them would take the square of their number.
it.each([
  ["types without a stream", "/ObjStm".repeat(1_400_000)],
  ["streams without an end", "/ObjStm stream\n".repeat(600_000)],
  ["streams with one end", `${"/ObjStm stream\n".repeat(600_000)}endstream`],
])("reads ten megabytes of %s in good time, and lets the process go on", async (_, text) => {
  let turns = 0;
  const look = (): void => {
    turns += 1;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  expect(await pagesOf(Buffer.from(text), 100, signal)).toBe(0);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(10);
});

it("ends where it is stopped", async () => {
  await expect(pagesOf(pdf(1), 100, AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
});
