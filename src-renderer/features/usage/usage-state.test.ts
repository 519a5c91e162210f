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
const summed = { of: session_id, usage };

beforeEach(() => {
  mainThread.view.setState({ session_id });
  closeUsage();
  openUsage();
});

it("asked for while it is open, it keeps its sum; opened anew, it waits for another", () => {
  usageView.setState({ summed });
  openUsage();
  expect(usageView.getState().summed).toBe(summed);
  closeUsage();
  openUsage();
  expect(usageView.getState()).toMatchObject({ open: true, summed: undefined });
});

it("a failed sum closes it only where there is none of this session to show", async () => {
  usageView.setState({ summed });
  await sumUsed(session_id);
  expect(usageView.getState()).toMatchObject({ open: true, summed });
  for (const other of [undefined, { of: "ses_b" as SessionId, usage }]) {
    usageView.setState({ open: true, summed: other });
    await sumUsed(session_id);
    expect(usageView.getState().open).toBe(false);
  }
});
