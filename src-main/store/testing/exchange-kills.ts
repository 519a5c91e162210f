/** Kills of the process that exports, imports, brings back or saves a private session. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { childScript } from "./child-script";
import { freshFolder } from "./stores";

interface Work {
  what: "export" | "import" | "import-come" | "adopt" | "bring-back";
  file: string;
  path?: string;
}

function started({ what, file, path = "" }: Work, steps: readonly number[]): ChildProcess {
  return spawn(process.execPath, [childScript("exchange-child"), what, file, path, steps.join()], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** Stops the process at its nth step, and kills it there. */
export async function killedAt(work: Work, step: number): Promise<void> {
  const child = started(work, [step]);
  const exited = once(child, "exit");
  await once(child.stdout ?? child, "data");
  child.kill("SIGKILL");
  await exited;
}

/** The folders as a kill at a step leaves them. */
interface Left {
  step: number;
  /** Puts it in the place of what is there. */
  putBack(): void;
}

/**
 * Stops one process at each of these steps, copies what a kill would leave there, and lets it go on; at the last it is killed. A kill takes
 * nothing back that the process has written, so the copies are what as many processes would leave.
 */
export async function killsAt(work: Work, steps: readonly number[], folders: string[]): Promise<Left[]> {
  const inOrder = [...new Set(steps)].sort((one, other) => one - other);
  const child = started(work, inOrder);
  const exited = once(child, "exit");
  const left: Left[] = [];
  for (const step of inOrder) {
    await once(child.stdout ?? child, "data");
    const copies = freshFolder();
    for (const [at, folder] of folders.entries())
      cpSync(folder, join(copies, String(at)), { recursive: true });
    left.push({
      step,
      putBack: () => {
        for (const [at, folder] of folders.entries()) {
          rmSync(folder, { recursive: true });
          cpSync(join(copies, String(at)), folder, { recursive: true });
        }
      },
    });
    if (step !== inOrder.at(-1)) child.stdin?.write("\n");
  }
  child.kill("SIGKILL");
  await exited;
  return left;
}
