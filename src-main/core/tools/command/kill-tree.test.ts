import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { killTree } from "./kill-tree";
import { lookFor } from "./processes";

vi.mock("./processes");

/** Longer than the time that a program has to end well. */
const SLOW_LOOK_MS = 700;

it("[AB-1] a program may end well, however long the first look at the computer's processes takes", async () => {
  const program = spawn("sh", ["-c", "trap 'exit 7' TERM; echo ready; sleep 60 & wait"], { detached: true });
  await once(program.stdout, "data");
  vi.mocked(lookFor).mockReturnValue(async () => {
    await wait(SLOW_LOOK_MS);
    return { pids: isAlive(program) ? [program.pid ?? 0] : [], has_group: false, unknown: [], is_sure: true };
  });
  const exit = once(program, "exit");
  expect(await killTree({ mark: "mark", root: program.pid })).toBe(1);
  expect(await exit).toEqual([7, null]);
  process.kill(-(program.pid ?? 0), "SIGKILL");
});

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;
