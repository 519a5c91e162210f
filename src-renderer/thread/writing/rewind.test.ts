import { afterEach, expect, it, vi } from "vitest";
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { Thread } from "../thread";
import { edit, leave } from "./rewind";
import { rewindState } from "./rewind-state";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
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
