import { expect, it, vi } from "vitest";
import type { ProvidersView } from "../../../src-preload/contract/domain/providers";

const core = vi.hoisted(() => {
  const asked: [name: string, input: unknown][] = [];
  const answers: Record<string, unknown> = {};
  const call = async (name: string, input: unknown) => {
    asked.push([name, input]);
    return { ok: true, value: answers[name] };
  };
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("window", { addEventListener: () => undefined, braid: { call } });
  return { asked, answers };
});

const { tryProvider } = await import("./providers-state");

/** Main's answer after it has read the list of models of `firm`. */
const viewWith = (suggested: string | undefined, default_provider: string) =>
  ({
    providers: [{ id: "firm", models: [{ id: "old" }, { id: "new" }], suggested }],
    default_model: { provider_id: default_provider, model_id: "any" },
  }) as unknown as ProvidersView;

async function chosen(view: ProvidersView): Promise<unknown[]> {
  core.asked.length = 0;
  Object.assign(core.answers, { "providers.refresh_models": view, "providers.set_default": view });
  expect(await tryProvider("firm", false)).toMatchObject({ ok: true });
  return core.asked.filter(([name]) => name === "providers.set_default").map(([, input]) => input);
}

it("a first provider that answers makes the model default that main suggests, wherever its list has it", async () => {
  expect(await chosen(viewWith("new", "builtin"))).toEqual([
    { model: { provider_id: "firm", model_id: "new" } },
  ]);
  expect(await chosen(viewWith(undefined, "builtin"))).toEqual([]);
});

it("a later provider leaves the default as it is", async () => {
  expect(await chosen(viewWith("new", "another"))).toEqual([]);
});
