import { beforeEach, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { mainThread, sideThread, type Thread } from "../../thread/thread";
import { sidePanel, tell } from "./panel";
import { askSidecar, closeSidecar } from "./sidecars";

const core = vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const asked: [name: string, input: unknown][] = [];
  const opened: ((answer: unknown) => void)[] = [];
  const drafts: unknown[] = [];
  const call = async (name: string, input: unknown) => {
    asked.push([name, input]);
    if (name === "draft.read") return { ok: true, value: drafts };
    if (name === "sidecar.open") return await new Promise((resolve) => opened.push(resolve));
    return { ok: true, value: [] };
  };
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("document", { documentElement: {}, activeElement: null });
  return { asked, opened, drafts };
});

const main = "ses_main" as SessionId;
const file = { sha256: "a".repeat(64), media_type: "text/plain", filename: "a.txt", size: 1 };
const failed = { ok: false, error: { code: "INTERNAL", message: "no" } };
const made = { ok: true, value: { id: "ses_side" } };

/** The composer of a thread, with a text. */
function write(thread: Thread, text: string): void {
  let typed = text;
  thread.register("composer", {
    focus: () => undefined,
    typed: () => typed,
    clear: () => {
      typed = "";
    },
    insert: (more) => {
      typed += more;
    },
  });
}
const heldBy = (thread: Thread) => [thread.draftText(), thread.files.list];

beforeEach(() => {
  core.asked.length = 0;
  core.opened.length = 0;
  core.drafts.length = 0;
  for (const thread of [mainThread, sideThread]) thread.files.letGo();
  mainThread.view.setState({ session_id: main });
  tell({ type: "main-shown", session_id: main, sidecars: [] });
  write(mainThread, "");
  askSidecar(mainThread);
  write(sideThread, "an aside");
  sideThread.files.put([file]);
});

it("[BR-4] a sidecar that cannot be made leaves its text and files to the main thread", async () => {
  core.opened[0]?.(failed);
  await expect.poll(() => heldBy(mainThread)).toEqual(["an aside", [file]]);
  expect(heldBy(sideThread)).toEqual(["", []]);
});

it("[BR-4] so does one that is closed before it is made", async () => {
  await closeSidecar();
  expect(heldBy(mainThread)).toEqual(["an aside", [file]]);
  expect(heldBy(sideThread)).toEqual(["", []]);
  core.opened[0]?.(failed);
});

it("[BR-4] one that is left before it is made has its text and files as its draft", async () => {
  mainThread.view.setState({ session_id: "ses_other" as SessionId });
  // What comes into the panel now belongs to the other session.
  write(sideThread, "another's");
  mainThread.view.setState({ sent: 1 });
  core.opened[0]?.(made);
  const draft = {
    place: { kind: "composer", session_id: "ses_side" },
    text: "an aside",
    attachments: [file],
  };
  await expect.poll(() => core.asked).toContainEqual(["draft.save", draft]);
  expect(sideThread.draftText()).toBe("another's");
});

it("[BR-4, QU-2] one that was left and cannot be made leaves its text and files to the draft of its session", async () => {
  const place = { kind: "composer", session_id: main };
  core.drafts.push({ place, text: "a draft", attachments: [] });
  mainThread.view.setState({ session_id: "ses_other" as SessionId });
  write(sideThread, "another's");
  core.opened[0]?.(failed);
  const draft = { place, text: "a draft\n\nan aside", attachments: [file] };
  await expect.poll(() => core.asked).toContainEqual(["draft.save", draft]);
  expect([mainThread.draftText(), sideThread.draftText()]).toEqual(["", "another's"]);
});

it("[BR-4] one that cannot be made leaves the place to the sidecar of the session to which its user has turned", async () => {
  const other = "ses_other" as SessionId;
  mainThread.view.setState({ session_id: other });
  tell({ type: "main-shown", session_id: other, sidecars: [] });
  askSidecar(mainThread);
  write(sideThread, "another's");
  core.opened[0]?.(failed);
  const draft = expect.objectContaining({ text: "an aside", attachments: [file] });
  await expect.poll(() => core.asked).toContainEqual(["draft.save", draft]);
  expect(sidePanel.getState().stack).toEqual([{ kind: "sidecar", main: other }]);
  expect([mainThread.draftText(), sideThread.draftText()]).toEqual(["", "another's"]);
});
