import { beforeAll, describe, expect, it, vi } from "vitest";
import { commandIds } from "../../../src-preload/contract/window/commands";
import { isEnabled, registerCommands } from "./registry";

const window = { private: false };
vi.mock("../bridge", () => ({ boot: () => window, call: vi.fn() }));

const withheld = () => commandIds.filter((id) => !isEnabled(id));

describe("[SE-10a] the commands of a window", () => {
  beforeAll(() =>
    registerCommands(Object.fromEntries(commandIds.map((id) => [id, { run: () => undefined }]))),
  );

  it("are all there, but for those of folders and of what is stored in a private one, which alone can be saved", () => {
    window.private = false;
    expect(withheld()).toEqual(["save-private"]);
    window.private = true;
    expect(withheld()).toEqual(["search", "new-in-folder", "export-session", "import-sessions"]);
  });
});
