/** The pipe into which a command writes both what it prints and its errors, in their order. */
import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface OutputPipe {
  /** The command gets it as its two outputs. */
  write_fd: number;
  /** Begins to read, and closes our own end for writing: call once the command has it. */
  begin(): Socket;
}

/**
 * Makes a named pipe at `file` and takes its name away at once. By itself Node gives a command two sockets: the order of what it prints is
 * lost, and a command cannot open `/dev/stderr`. Undefined where no such pipe can be made, as on a full disk.
 */
export async function openPipe(file: string): Promise<OutputPipe | undefined> {
  try {
    await run("mkfifo", ["-m", "600", file], { env: { PATH: "/usr/bin:/bin" } });
    // Neither opening waits: the pipe is our own, and its reader is there first.
    const read_fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const write_fd = openSync(file, constants.O_WRONLY);
    const begin = (): Socket => {
      closeSync(write_fd);
      return new Socket({ fd: read_fd, readable: true, writable: false });
    };
    return { write_fd, begin };
  } catch {
    return undefined;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
