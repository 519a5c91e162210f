/** Measures tools beside what they stand on: a search beside ripgrep, many rules beside few, and a large picture that comes in. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createCommandReader } from "../../src-main/core/permissions/commands";
import { judge } from "../../src-main/core/permissions/rules";
import { ripgrepPath } from "../../src-main/core/tools/search/ripgrep";
import type { PermissionRule } from "../../src-preload/contract/domain/permissions";
import { toolPlace } from "../fixtures/tool-place";
import { openDatabaseFolder } from "./core";
import { type Line, never, timeRatio } from "./lines";
import { interleaved, timed, watchThread } from "./measure";

const FILES = 10_000;
const CHECKS = 200;
const PICTURE = 20 * 1024 * 1024;
const PIECE = 64 * 1024;

export async function hands(): Promise<Line[]> {
  return [await search(), await rules(), await picture()];
}

async function search(): Promise<Line> {
  const place = toolPlace();
  for (let n = 0; n < FILES; n++)
    place.file(
      `f${n % 100}/file${n}.ts`,
      `export const a${n} = ${n};\n// ${n % 50 === 0 ? "needle" : "hay"}\n`,
    );
  const tool = () => place.call("grep", { pattern: "needle" });
  const bare = async () => {
    const options = ["--no-config", "--no-messages", "--no-require-git", "--glob=!.git"];
    const child = spawn(
      ripgrepPath(),
      [...options, "--json", "--sort=path", "--context=0", "--regexp=needle", "--", "./"],
      { cwd: place.root, stdio: ["ignore", "pipe", "ignore"] },
    );
    child.stdout.resume();
    await once(child, "close");
  };
  const wall = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const { ours, floor } = await interleaved(15, { ours: () => wall(tool), floor: () => wall(bare) });
  place.remove();
  return timeRatio(`grep over ${FILES} files through the tool / ripgrep itself`, ours, floor, 1.2);
}

const ruleList = (count: number): PermissionRule[] =>
  Array.from({ length: count }, (_, n) => ({
    permission: "command",
    pattern: `program${n} sub${n} *`,
    action: n % 3 === 0 ? "deny" : "allow",
    source: "project",
    added_at: n,
  }));

async function rules(): Promise<Line> {
  const reader = await createCommandReader();
  const place = { workspace_root: "/home/ada/project", home: "/home/ada" };
  const [many, few] = [ruleList(1000), ruleList(10)];
  const check = (list: PermissionRule[]) => () => {
    for (let n = 0; n < CHECKS; n++)
      judge(
        reader.needsOf(`program${n % 10} sub${n % 10} all && ls -l`, place),
        list,
        "ordinary",
        place.workspace_root,
      );
  };
  const { ours, floor } = await interleaved(15, {
    ours: () => timed(check(many)),
    floor: () => timed(check(few)),
  });
  return timeRatio(`${CHECKS} checks of a command with 1,000 rules / with 10`, ours, floor, 2);
}

async function picture(): Promise<Line> {
  const database = await openDatabaseFolder();
  let round = 0;
  async function* pieces() {
    round += 1;
    for (let at = 0; at < PICTURE; at += PIECE) yield Buffer.alloc(PIECE, round);
  }
  const { ours } = await interleaved(8, {
    ours: async () => {
      const watch = watchThread();
      await database.store.putBlob(pieces(), Date.now());
      return watch.stop();
    },
  });
  await database.close();
  return never("time the input thread is held by a file of 20 MB that comes in", ours, 16);
}
