import { beforeEach, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionUsage } from "../../../src-preload/contract/domain/usage";
import { mainThread } from "../../thread/thread";
import { closeUsage, openUsage, sumUsed, usageView } from "./usage-state";

vi.mock("../../platform/notices", () => ({ clearErrors: () => undefined, reportError: () => undefined }));
vi.hoisted(() => {
  const call = async () => ({ ok: false, error: { code: "INTERNAL", message: "No." } });
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
});

const session_id = "ses_a" as SessionId;
const usage = { used: [], sums_estimated: false } as unknown as SessionUsage;

beforeEach(() => {
  mainThread.view.setState({ session_id });
  closeUsage();
  openUsage();
});

it("asked for while it is open, it keeps its sum; opened anew, it waits for another", () => {
  usageView.setState({ usage });
  openUsage();
  expect(usageView.getState().usage).toBe(usage);
  closeUsage();
  openUsage();
  expect(usageView.getState()).toMatchObject({ open: true, usage: undefined });
});

it("a failed sum closes it only where there is none to show", async () => {
  usageView.setState({ usage });
  await sumUsed(session_id);
  expect(usageView.getState()).toMatchObject({ open: true, usage });
  usageView.setState({ usage: undefined });
  await sumUsed(session_id);
  expect(usageView.getState().open).toBe(false);
});
