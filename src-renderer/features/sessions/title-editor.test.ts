import type { ReactElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { TitleEditor } from "./title-editor";

const page = vi.hoisted(() => {
  const renamed: unknown[] = [];
  const call = async (name: string, input: { title?: string }) => {
    if (name === "session.rename") renamed.push(input.title);
    return { ok: true, value: undefined };
  };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  return { renamed, held: [] as unknown[], at: 0 };
});
function held(initial: unknown): unknown {
  const { at } = page;
  page.at += 1;
  if (page.held.length <= at) page.held.push(initial);
  return page.held[at];
}
// The component is called without a page, anew for each title.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useEffect: () => undefined,
  useRef: (current: unknown) => held({ current }),
  useState: (initial: unknown) => [held(initial), () => undefined],
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}));

type Field = ReactElement<{ defaultValue: string; onKeyDown: (event: unknown) => void }>;
const draw = (title: string): Field => {
  page.at = 0;
  return TitleEditor({ session: { id: "ses_1" as SessionId, title }, onDone: () => undefined });
};
const enter = (field: Field, value: string) =>
  field.props.onKeyDown({
    key: "Enter",
    nativeEvent: {},
    currentTarget: { value },
    stopPropagation: () => undefined,
    preventDefault: () => undefined,
  });

beforeEach(() => {
  page.held.length = 0;
  page.renamed.length = 0;
});

it("leaves a title alone that came meanwhile, where its user changed nothing", () => {
  const { defaultValue } = draw("Hello").props;
  enter(draw("Greetings in many languages"), defaultValue);
  expect(page.renamed).toEqual([]);
});

it("keeps what its user wrote, whatever came meanwhile", async () => {
  draw("Hello");
  enter(draw("Greetings in many languages"), "Mine");
  await expect.poll(() => page.renamed).toEqual(["Mine"]);
});
