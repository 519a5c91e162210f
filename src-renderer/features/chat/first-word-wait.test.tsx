import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import "../../platform/language/rest-words";
import { FirstWordWait } from "./first-word-wait";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
});

// Drawn without a page, the stores have no snapshots of a server.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}));

const NOW = Date.UTC(2026, 10, 27);
vi.useFakeTimers({ now: NOW, toFake: ["Date"] });

const model = { provider_id: "ollama", model_id: "llama3:70b" };
const said = (ms: number, of: typeof model | undefined) =>
  renderToStaticMarkup(<FirstWordWait since={NOW - ms} model={of} />)
    .replace(/<[^>]*>/g, "")
    .trim();

it("an answer that has just begun shows its caret alone", () => {
  expect(said(7_000, model)).toBe("");
});

it("a wait is counted in words, with the model that is waited for", () => {
  expect(said(12_300, model)).toBe("Waiting for llama3:70b: 12 s");
});

it("a long one says what may take the time", () => {
  expect(said(125_000, model)).toBe(
    "Waiting for llama3:70b: 2 min 5 s. A model that is still being loaded, or that thinks before it writes, may take minutes.",
  );
});

it("nobody knows the model of a message of old: the caret alone", () => {
  expect(said(12_300, undefined)).toBe("");
});
