import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { ToldPart } from "../../../../../src-preload/contract/domain/told";
import "../../../../platform/language/rest-words";
import { ToldView } from "./told-view";

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

const drawn = (data: ToldPart["data"]) =>
  renderToStaticMarkup(<ToldView name="1" part={{ type: "data-told", data }} live={false} byUser />);

it.each<[string, ToldPart["data"], string]>([
  [
    "custom instructions",
    { from: "chatgpt", kind: "custom-instructions", text: "Be short." },
    "Custom instructions of ChatGPT",
  ],
  [
    "a file that is not there",
    { from: "claude", kind: "file", text: "scan.pdf" },
    "Not in the export: scan.pdf",
  ],
  [
    "a recap",
    { from: "chatgpt", kind: "reasoning_recap", text: "Thought for 3 seconds" },
    "Thought for 3 seconds",
  ],
  ["a kind that nobody knows", { from: "chatgpt", kind: "hologram", text: "" }, "From ChatGPT: hologram"],
  ["another program", { from: "other", kind: "note", text: "x" }, "From other: note"],
])("[SE-6f] %s is said in a line", (_, data, line) => {
  expect(drawn(data)).toContain(line);
});

it("[SE-6f] a damaged part draws a line and never fails", () => {
  for (const data of [null, {}, { from: 1, kind: {}, text: [] }]) expect(drawn(data)).toContain("<p");
});

it("[SE-6f] its words are there for a search, also while they are folded", () => {
  const folded = drawn({ from: "chatgpt", kind: "custom-instructions", text: "Be short." });
  expect(folded).toContain("data-findable");
  expect(folded).not.toContain("Be short.");
  expect(drawn({ from: "chatgpt", kind: "reasoning_recap", text: "Thought" })).toContain("data-findable");
  expect(drawn({ from: "claude", kind: "file", text: "scan.pdf" })).not.toContain("data-findable");
});
