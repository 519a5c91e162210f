import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";

/** The dialog answers, and a copy is there, when the test says so. */
const later = vi.hoisted(() => ({
  copies: new Map<string, (copy: AttachmentRef | undefined) => void>(),
  chosen: [] as ((answer: { added: unknown[]; refused: unknown[] }) => void)[],
}));
vi.stubGlobal("navigator", { platform: "Linux" });
vi.mock("../../platform/bridge", () => ({
  boot: () => ({}),
  toErrorInfo: (error: unknown) => error,
  addFile: async ({ name }: File) => {
    if (name.startsWith("bad")) throw { code: "IO", message: "It cannot be read." };
    return file(name);
  },
  call: () => new Promise((resolve) => later.chosen.push(resolve)),
}));
vi.mock("./smaller-copy", () => ({
  withinBounds: (original: AttachmentRef) =>
    original.media_type === "image/png"
      ? new Promise((resolve) => later.copies.set(original.filename, (copy) => resolve(copy ?? original)))
      : Promise.resolve(original),
}));

import attachments from "../../../resources/locales/en/attachments.json";
import { language } from "../../platform/language/language";
import { clearErrors, notices } from "../../platform/notices";
import { HeldFiles } from "../../thread/writing/held-files";
import { addFiles, chooseFiles } from "./add-files";

language.addResourceBundle("en", "attachments", attachments);

function file(filename: string, sha256 = filename): AttachmentRef {
  const media_type = filename.endsWith(".png") ? "image/png" : "text/plain";
  return { sha256, media_type, filename, size: 1 };
}

const dropped = (...names: string[]) => names.map((name) => new File([], name));
const numbered = (count: number, ending: string) =>
  Array.from({ length: count }, (_, at) => `${at}.${ending}`);
const names = (held: HeldFiles) => held.list.map(({ filename }) => filename);
const coming = (held: HeldFiles) => held.store.getState().adding.map(({ filename }) => filename);
const told = () => notices.getState().shown.map(({ message }) => message);
const done = () => notices.getState().done?.words();

/** Answers the dialog that was opened last. */
const choose = (...added: string[]) =>
  later.chosen.at(-1)?.({ added: added.map((name) => file(name)), refused: [] });
/** Ends the making of a copy, once it has begun. Without a copy the picture stays as it is. */
async function copied(name: string, copy?: AttachmentRef): Promise<void> {
  await vi.waitFor(() => expect(later.copies.has(name)).toBe(true));
  later.copies.get(name)?.(copy);
  later.copies.delete(name);
}

let held: HeldFiles;
beforeEach(() => {
  held = new HeldFiles();
  later.copies.clear();
  later.chosen.length = 0;
  clearErrors();
});

describe("[AG-7] files that come into a message", () => {
  it("have a place each from the dialog's answer on: no more than ten come in, whatever is dropped meanwhile", async () => {
    const choosing = chooseFiles(held);
    choose("a.png", ...numbered(7, "txt"));
    await vi.waitFor(() => expect(later.copies.has("a.png")).toBe(true));
    expect(coming(held)).toEqual(["a.png", ...numbered(7, "txt")]);
    await addFiles(held, dropped("x.txt", "y.txt", "z.txt"));
    expect(told()).toEqual(["A message takes 10 files at most."]);
    await copied("a.png");
    await choosing;
    expect(names(held)).toEqual(["x.txt", "y.txt", "a.png", ...numbered(7, "txt")]);
  });

  it("that are dropped while the dialog is open take their places before those that are chosen", async () => {
    const choosing = chooseFiles(held);
    await addFiles(held, dropped(...numbered(8, "txt")));
    choose("a.txt", "b.txt", "c.txt");
    await choosing;
    expect(names(held)).toEqual([...numbered(8, "txt"), "a.txt", "b.txt"]);
    expect(told()).toEqual(["A message takes 10 files at most."]);
  });

  it("can be chosen again while copies are made, but not while the dialog is open", async () => {
    const first = chooseFiles(held);
    await chooseFiles(held);
    expect(later.chosen).toHaveLength(1);
    choose("a.png");
    await vi.waitFor(() => expect(later.copies.has("a.png")).toBe(true));
    const second = chooseFiles(held);
    expect(later.chosen).toHaveLength(2);
    choose("b.txt");
    await second;
    expect(names(held)).toEqual(["b.txt"]);
    await copied("a.png");
    await first;
    expect(names(held)).toEqual(["b.txt", "a.png"]);
  });

  it("are told by name, all at once, where they come after their message was left; no further copy is made", async () => {
    const choosing = chooseFiles(held);
    choose("a.txt", "b.png", "c.png");
    const dropping = addFiles(held, dropped("d.png", "bad.txt", "e.png"));
    await vi.waitFor(() => expect([...later.copies.keys()]).toEqual(["d.png", "b.png"]));
    expect(names(held)).toEqual(["a.txt"]);
    held.letGo();
    await copied("d.png", file("d.png", "smaller"));
    await dropping;
    expect(told()).toEqual([]);
    await copied("b.png");
    await choosing;
    expect(later.copies.size).toBe(0);
    expect(names(held)).toEqual([]);
    expect(told()).toEqual([
      "Not attached, because its message was left: d.png, e.png, b.png, c.png. Not attached: bad.txt.",
    ]);
    expect(done()).toBeUndefined();
  });

  it("do not come into the next message where theirs was left while the dialog was open", async () => {
    const choosing = chooseFiles(held);
    held.letGo();
    choose("a.png", "b.txt");
    await choosing;
    expect([names(held), coming(held)]).toEqual([[], []]);
    expect(told()).toEqual(["Not attached, because its message was left: a.png, b.txt."]);
  });

  it("are there one by one; those that are smaller copies are named", async () => {
    const dropping = addFiles(held, dropped("a.png", "b.png", "c.txt"));
    await copied("a.png", file("a.png", "smaller"));
    await vi.waitFor(() => expect(coming(held)).toEqual(["b.png", "c.txt"]));
    expect(held.list).toEqual([file("a.png", "smaller")]);
    await copied("b.png");
    await dropping;
    expect(names(held)).toEqual(["a.png", "b.png", "c.txt"]);
    expect(done()).toBe("Attached as a smaller copy: a.png");
    expect(told()).toEqual([]);
  });
});
