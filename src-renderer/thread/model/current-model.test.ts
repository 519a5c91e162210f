import { beforeEach, expect, it, vi } from "vitest";
import type { QueueId } from "../../../src-preload/contract/domain/ids";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { Thread } from "../thread";
import { currentModel } from "./current-model";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
});

const of = (model_id: string) => ({ provider_id: "p", model_id });
const waiting = { id: "que_1" as QueueId, excerpt: "later", updated_at: 0, model: of("waiting") };
let thread: Thread;
beforeEach(() => {
  thread = new Thread("main");
  thread.view.setState({
    view: { session: { model: of("session") } } as SessionView,
    queue: { items: [waiting], paused: { why: "stopped" } },
  });
});

it("[RN-2] is that of the last waiting message where the next one waits behind it", () => {
  thread.view.setState({ status: { state: "busy" } as ReturnType<typeof thread.view.getState>["status"] });
  expect(currentModel(thread)).toEqual(of("waiting"));
});

it("[RN-2] is the session's where the next message goes out before those that wait", () => {
  expect(currentModel(thread)).toEqual(of("session"));
});

it("[RN-2] is the picked one in either place", () => {
  thread.model.pick(of("picked"));
  expect(currentModel(thread)).toEqual(of("picked"));
});
