// Stands in for Electron's own default app in a runtime that came without one (see ../electron-fallback.mjs). `electron FILE` and `electron
// FOLDER` start an app, with the name, version and path of its package.json.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { app, dialog } from "electron";

/** Parses Electron's command line: its own flags, `-r MODULE` any number of times, the app, the app's arguments. */
function parse(args) {
  const preloads = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === "-r" || arg === "--require") preloads.push(args[++index]);
    else if (!arg.startsWith("-")) return { preloads, target: resolve(arg) };
  }
  return { preloads, target: undefined };
}

function nearestPackage(from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file)) return { folder, ...JSON.parse(readFileSync(file, "utf8")) };
    if (folder === dirname(folder)) return { folder: from };
  }
}

async function load({ preloads, target }) {
  if (!target) throw new Error("Say what to open: electron FILE or electron FOLDER.");
  Object.defineProperty(process, "defaultApp", { value: true, enumerable: true });
  const isFolder = statSync(target).isDirectory();
  const manifest = nearestPackage(isFolder ? target : dirname(target));
  if (manifest.version) app.setVersion(manifest.version);
  const name = manifest.productName ?? manifest.name;
  if (name) app.setName(name);
  app.setAppPath(manifest.folder);
  const require = createRequire(join(manifest.folder, "package.json"));
  for (const module of preloads) require(module);
  // Electron waits for this import before `ready`, as it does for its own default app.
  await import(pathToFileURL(isFolder ? require.resolve(target) : target).href);
}

try {
  await load(parse(process.argv.slice(1)));
} catch (error) {
  console.error(error);
  dialog.showErrorBox("The app could not be started", String(error?.message ?? error));
  app.exit(1);
}
