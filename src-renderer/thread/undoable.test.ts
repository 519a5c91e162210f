import { beforeEach, expect, it, vi } from "vitest";
import type { OpId, SessionId } from "../../src-preload/contract/domain/ids";
import { notices, showDone } from "../platform/notices";
import { setArchived } from "./actions";
import { mainThread } from "./thread";
import { unrewind } from "./unrewind";

const { core } = vi.hoisted(() => {
  const core = { asked: [] as string[] };
  const call = async (name: string) => {
    core.asked.push(name);
    return { ok: true, value: { id: "ses_a", title: "" } };
  };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  return { core };
});

const session_id = "ses_a" as SessionId;

beforeEach(() => {
  core.asked.length = 0;
  const undo = { name: () => "Undo", run: () => undefined };
  showDone({ words: () => "Removed", action: undo, undoes: true });
});

it.each<[name: string, change: () => unknown]>([
  ["session.archive", () => setArchived(session_id, true)],
  ["session.unarchive", () => setArchived(session_id, false)],
  ["timeline.unrewind", () => unrewind(mainThread, { session_id, op_id: "op_a" as OpId })],
])("[RW-7] the undo means this change and none before it: %s", async (name, change) => {
  change();
  await expect.poll(() => core.asked).toContain(name);
  expect(notices.getState().done).toBeUndefined();
});
