import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { FILE_PIECE } from "../../../src-preload/contract/domain/limits";
import { addChosen, createFileIntake } from "./files";

const folder = mkdtempSync(join(tmpdir(), "braid-files-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Takes files in as the store would, but only counts their bytes. */
const adder = {
  async add(pieces: AsyncIterable<Uint8Array>, filename: string) {
    let size = 0;
    for await (const piece of pieces) size += piece.length;
    return { sha256: "a".repeat(64), media_type: "text/plain", filename, size };
  },
};

function written(name: string, size: number): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), Buffer.alloc(size));
  return join(folder, name);
}

const forbidden = expect.objectContaining({ info: expect.objectContaining({ code: "FORBIDDEN" }) });

describe("[AG-7] files from a window", () => {
  it("are read by the path that the preload found; of a folder the real path is told", async () => {
    const { take } = createFileIntake(adder);
    const path = written("a.txt", 1_000_000);
    expect(await take({}, { path })).toMatchObject({ filename: "a.txt", size: 1_000_000 });
    symlinkSync(folder, join(folder, "link"));
    expect(await take({}, { path: join(folder, "link") })).toEqual({ folder: realpathSync(folder) });
  });

  it("may be empty; one that has gone meanwhile is told by its name; of a folder nothing is read, however much it holds", async () => {
    const { take } = createFileIntake(adder);
    expect(await take({}, { path: written("empty.txt", 0) })).toMatchObject({
      filename: "empty.txt",
      size: 0,
    });
    const path = written("gone.txt", 1);
    rmSync(path);
    const message = { key: "attachment.unreadable.message", params: { name: "gone.txt" } };
    await expect(take({}, { path })).rejects.toMatchObject({ info: { code: "INVALID_INPUT", message } });
    const many = join(folder, "many");
    mkdirSync(many);
    for (let n = 0; n < 3000; n += 1) writeFileSync(join(many, `${n}.txt`), "");
    const reads = { add: () => Promise.reject(new Error("a file was read")) };
    expect(await createFileIntake(reads).take({}, { path: many })).toEqual({ folder: realpathSync(many) });
  });

  it("come piece by piece, each window its own", async () => {
    const { take } = createFileIntake(adder);
    const [one, other] = [{}, {}];
    const bytes = new Uint8Array(1000);
    const begun = await take(one, { name: "shot.png", bytes, last: false });
    expect(begun).toEqual({ upload: expect.any(Number) });
    await expect(take(other, { name: "shot.png", bytes, last: true, ...begun })).rejects.toEqual(forbidden);
    expect(await take(one, { name: "shot.png", bytes, last: false, ...begun })).toEqual(begun);
    expect(await take(one, { name: "shot.png", bytes, last: true, ...begun })).toMatchObject({
      filename: "shot.png",
      size: 3000,
    });
    await expect(take(one, { name: "shot.png", bytes, last: true, ...begun })).rejects.toEqual(forbidden);
  });

  it("tell why they were not taken at the piece that was too much", async () => {
    const { take } = createFileIntake({ add: () => Promise.reject(new Error("too large")) });
    const window = {};
    await expect(take(window, { name: "a", bytes: new Uint8Array(1), last: true })).rejects.toThrow(
      "too large",
    );
  });

  it("are refused in any other form, and beyond what a person attaches", async () => {
    let now = 0;
    const { take } = createFileIntake(adder, () => now);
    const bytes = new Uint8Array(1);
    for (const message of [
      undefined,
      "a path",
      { path: "" },
      { path: "/etc/passwd", name: "x" },
      { name: "x", bytes: "text", last: true },
      { name: "x", bytes: new Uint8Array(FILE_PIECE + 1), last: true },
    ])
      await expect(take({}, message)).rejects.toEqual(forbidden);
    for (let n = 0; n < 300; n += 1) await take({}, { name: "x", bytes, last: true });
    await expect(take({}, { name: "x", bytes, last: true })).rejects.toEqual(forbidden);
    now = 60 * 60 * 1000;
    await expect(take({}, { name: "x", bytes, last: true })).resolves.toMatchObject({ size: 1 });
  });

  it("that were chosen come in order, and one that cannot be read keeps none of the others away", async () => {
    const paths = [written("a", 1), folder, written("b", 2)];
    const { added, refused } = await addChosen(adder, paths);
    expect(added.map(({ filename }) => filename)).toEqual(["a", "b"]);
    expect(refused).toMatchObject([{ error: { code: "INVALID_INPUT" } }]);
  });
});
