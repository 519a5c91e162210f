import { afterEach, expect, it, vi } from "vitest";
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { Thread } from "../thread";
import { edit, leave, rescueGone, resend } from "./rewind";
import { rewindState } from "./rewind-state";

const core = vi.hoisted(() => {
  const rewinds: ((answer: unknown) => void)[] = [];
  const call = async (name: string) =>
    name === "timeline.rewind"
      ? await new Promise((resolve) => rewinds.push(resolve))
      : { ok: true, value: undefined };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  return { rewinds };
});

const file = { sha256: "a".repeat(64), media_type: "text/plain", filename: "a.txt", size: 1 };
const message: StoredMessage = {
  id: "msg_1" as MessageId,
  session_id: "ses_1" as SessionId,
  role: "user",
  metadata: { attachments: [file] },
  parts: [
    { type: "file", url: blobUrl(file.sha256), mediaType: file.media_type, filename: file.filename },
    { type: "text", text: "Read this" },
  ],
  created_at: 0,
};
const thread = new Thread("main");
const filesOf = () => rewindState(thread).getState().editing?.place.files.list;
afterEach(() => leave(thread));

it("[RW-1] an editor begins with the files of its message", () => {
  edit(thread, message, { from: "message" });
  expect(filesOf()).toEqual([file]);
});

it("[QU-2] a file that was removed in the editor stays away when its draft comes back", () => {
  const kept = { message_id: message.id, text: "Read this, please" };
  edit(thread, message, { from: "draft", kept });
  expect(filesOf()).toEqual([]);
  leave(thread);
  edit(thread, message, { from: "draft", kept: { ...kept, attachments: [file] } });
  expect(filesOf()).toEqual([file]);
});

/** The session is shown, without the message. */
function showWithoutMessage(floor?: MessageId): void {
  const { session_id } = message;
  thread.view.setState({ session_id, view: {} as SessionView, cells: [], floor });
}
/** The editor, in which its user has written. */
function rewrite(text: string) {
  edit(thread, message, { from: "message" });
  const { editing } = rewindState(thread).getState();
  if (editing === undefined) throw new Error("No editor is open.");
  editing.draft.box = { value: text, readOnly: false } as HTMLTextAreaElement;
  return editing;
}

it("[RW-8] an editor that resends comes back with its session as it was left, and closes when that is done", async () => {
  const editing = rewrite("Read this again");
  editing.along.setState({ on: true });
  const done = resend(editing);
  leave(thread);
  edit(thread, message, { from: "draft", kept: { message_id: message.id, text: "Read this again" } });
  expect(rewindState(thread).getState().editing).toBe(editing);
  expect([editing.draft.isSending, editing.text]).toEqual([true, "Read this again"]);
  showWithoutMessage();
  rescueGone(thread);
  expect(rewindState(thread).getState().editing).toBe(editing);
  core.rewinds.shift()?.({ ok: true, value: undefined });
  await done;
  expect(rewindState(thread).getState()).toMatchObject({ editing: undefined, leaving: false });
  expect(thread.files.list).toEqual([]);
});

it("[RW-1] an editor in the beginning that is folded away stays open", () => {
  const editing = rewrite("Read this again");
  showWithoutMessage("msg_2" as MessageId);
  rescueGone(thread);
  expect(rewindState(thread).getState().editing).toBe(editing);
  showWithoutMessage();
  rescueGone(thread);
  expect(rewindState(thread).getState().editing).toBeUndefined();
});

it("[RW-1] an editor takes the focus once for each press that leads to it, and none when it comes back by itself", async () => {
  const editing = rewrite("Read this again");
  expect([editing.takeFocusAsked(), editing.takeFocusAsked()]).toEqual([true, false]);
  // Its place is folded away, and its user asks for the editor again.
  edit(thread, message, { from: "message" });
  expect(editing.takeFocusAsked()).toBe(true);
  // It comes back with its session while it resends.
  const done = resend(editing);
  leave(thread);
  edit(thread, message, { from: "draft", kept: { message_id: message.id, text: "Read this again" } });
  expect(rewindState(thread).getState().editing).toBe(editing);
  expect(editing.takeFocusAsked()).toBe(false);
  core.rewinds.pop()?.({ ok: true, value: undefined });
  await done;
  edit(thread, message, { from: "draft", kept: { message_id: message.id, text: "Another" } });
  expect(rewindState(thread).getState().editing?.takeFocusAsked()).toBe(false);
});
