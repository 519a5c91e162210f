// `npm run dist`: packs the built app. Passes arguments to electron-builder (`--dir` packs a plain folder). Refuses the fallback runtime,
// which is for developing and testing, unless --allow-fallback is given.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ensureBuild } from "./build.mjs";
import { distOf, ensureElectron } from "./electron.mjs";
import { ensurePackages, ROOT } from "./packages.mjs";
import { exitCode, start } from "./processes.mjs";
import { Problem, script } from "./progress.mjs";

const ALLOW_FALLBACK = "--allow-fallback";
const require = createRequire(import.meta.url);

await script(async () => {
  await ensurePackages();
  const args = process.argv.slice(2);
  const { executable, source } = await ensureElectron();
  if (source === "fallback" && !args.includes(ALLOW_FALLBACK)) {
    throw new Problem(
      "This machine has only the fallback Electron, which a release must not be made with.",
      `Run this where Electron's own download is reachable, or add ${ALLOW_FALLBACK} for a trial.`,
    );
  }
  await ensureBuild();
  const folder = distOf(executable);
  const version = (await readFile(join(folder, "version"), "utf8")).replace(/^v/, "").trim();
  const command = [
    require.resolve("electron-builder/cli.js"),
    "--config=build/electron-builder.yml",
    `--config.electronDist=${folder}`,
    `--config.electronVersion=${version}`,
    "--publish=never",
    ...args.filter((arg) => arg !== ALLOW_FALLBACK),
  ];
  return exitCode(start(process.execPath, command, { cwd: ROOT, stdio: "inherit" }));
});
