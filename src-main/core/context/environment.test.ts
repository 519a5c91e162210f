import { expect, test } from "vitest";
import { readEnvironment } from "./environment";

test.each([
  ["a file", import.meta.filename],
  ["a folder in a file", `${import.meta.filename}/below`],
  ["a name too long for any disk", `/${"x".repeat(5000)}`],
  ["a name that cannot be", "/a\0b"],
])("[SP-1] a workspace in which nothing can be started is no reason not to answer: %s", async (_, root) => {
  const environment = await readEnvironment(root, { now: () => 1 }, new AbortController().signal);
  expect(environment).toMatchObject({ workspace_root: root });
  expect(environment).not.toHaveProperty("git_status");
});
