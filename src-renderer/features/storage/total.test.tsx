import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import "../../platform/language/rest-words";
import { StoragePage } from "./storage-page";
import { Total } from "./total";

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

const said = (size: number | undefined, busy: boolean) =>
  renderToStaticMarkup(<Total size={size} busy={busy} onAgain={() => undefined} />).replace(/<[^>]*>/g, "");

it("[SV-10c] that it is being measured is said only meanwhile; a failure can be tried again", () => {
  expect(said(undefined, true)).toBe("Measuring…");
  expect(said(undefined, false)).toBe("This could not be read. Try again");
});

it("[SV-10c] what was measured stays, also while it is measured anew and after that has failed", () => {
  for (const busy of [true, false])
    expect(said(2_000_000, busy)).toMatch(/^Braid uses .*MB on this computer\.$/);
});

it("[SV-10c] the page opens with the measuring, not with a failure", () => {
  const opened = renderToStaticMarkup(<StoragePage open={() => undefined} />);
  expect(opened).toContain("Measuring…");
  expect(opened).not.toContain("Try again");
});
