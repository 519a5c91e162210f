import { beforeAll, describe, expect, it, vi } from "vitest";
import { commandIds, isOnSystem } from "../../../src-preload/contract/window/commands";
import { isEnabled, registerCommands } from "./registry";

const window = { private: false };
vi.stubGlobal("navigator", { platform: "Linux" });
vi.mock("../bridge", () => ({ boot: () => window, call: vi.fn() }));

const withheld = () => commandIds.filter((id) => !isEnabled(id));

describe("[SE-10a] the commands of a window", () => {
  beforeAll(() =>
    registerCommands(Object.fromEntries(commandIds.map((id) => [id, { run: () => undefined }]))),
  );

  it("are all there, but for those of folders and of what is stored in a private one, which alone can be saved", () => {
    const onMac = commandIds.filter((id) => !isOnSystem(id, false));
    const others = () => withheld().filter((id) => !onMac.includes(id));
    window.private = false;
    expect(others()).toEqual(["save-private"]);
    window.private = true;
    expect(others()).toEqual(["search", "new-in-folder", "export-session", "import-sessions"]);
    expect(withheld()).toEqual(expect.arrayContaining(onMac));
  });
});
