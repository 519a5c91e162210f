import { expect, test } from "vitest";
import { commandEnvironment, findShell } from "./environment";

test("[AG-1] without an environment of our own a command still finds programs", () => {
  expect(commandEnvironment("/home/a", "m", { OPENAI_API_KEY: "x", HOME: "/other", LC_ALL: "C" })).toEqual({
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    LC_ALL: "C",
    HOME: "/home/a",
    TERM: "dumb",
    NO_COLOR: "1",
    GIT_TERMINAL_PROMPT: "0",
    PAGER: "cat",
    BRAID_CALL: "m",
  });
});

test("[AG-1] a system without bash says so", async () => {
  await expect(findShell("win32")).rejects.toThrow("Commands need bash");
  expect((await findShell()).file).toMatch(/bash$/);
});
