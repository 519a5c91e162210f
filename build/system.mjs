// The system packages that Electron and the SQLite compiler need. apt-get installs them if that needs no password. Otherwise the script
// prints the exact command to type.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./processes.mjs";
import { Problem, say, step } from "./progress.mjs";

const APT = "/usr/bin/apt-get";
/** The libraries that Electron needs beyond a bare Debian. Newer releases rename some to …t64. */
const ELECTRON_PACKAGES = ["libgtk-3-0", "libnss3", "libgbm1", "libasound2"];

/** @param {string} program */
export function hasProgram(program) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Returns a prefix that runs a command as root without a password, or undefined if that is impossible. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!hasProgram("sudo")) return undefined;
  const allowed = await run("sudo", ["-n", "true"]).then(
    () => true,
    () => false,
  );
  return allowed ? ["sudo", "-n"] : undefined;
}

/** Returns the name that this release of the distribution gives a package. @param {string} name */
async function currentName(name) {
  const renamed = await run("apt-cache", ["show", `${name}t64`]).catch(() => "");
  return renamed.includes("Package:") ? `${name}t64` : name;
}

/**
 * @param {string[]} prefix
 * @param {string[]} packages
 */
async function aptInstall(prefix, packages) {
  /** @param {string[]} command */
  const asRoot = ([program = "", ...args]) => {
    const [first = program, ...rest] = [...prefix, program, ...args];
    const todo = `Read apt's message above, then run: sudo apt-get install ${packages.join(" ")}`;
    // Cutting dpkg off in the middle would leave the system half-configured.
    return run(first, rest, {
      survives: true,
      todo,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  };
  await asRoot([APT, "-o", "DPkg::Lock::Timeout=120", "update"]).catch(() =>
    say("apt-get update failed; trying without."),
  );
  const names = await Promise.all(packages.map(currentName));
  const install = [
    APT,
    "-o",
    "DPkg::Lock::Timeout=120",
    "install",
    "-y",
    "--no-install-recommends",
    ...names,
  ];
  try {
    await asRoot(install);
  } catch {
    // An interrupted installation has to be finished first.
    await asRoot(["/usr/bin/dpkg", "--configure", "-a"]);
    await asRoot(install);
  }
}

/** apt does one thing at a time. @type {Promise<unknown>} */
let turn = Promise.resolve();

/**
 * @param {string[]} packages
 * @param {string} purpose completes "… needs system packages"
 */
async function install(packages, purpose) {
  const byHand = `Run: sudo apt-get install --no-install-recommends ${packages.join(" ")}`;
  if (!existsSync(APT)) {
    throw new Problem(
      `${purpose} needs system packages.`,
      `Install what Debian calls ${packages.join(" ")}.`,
    );
  }
  const prefix = await rootPrefix();
  if (!prefix) throw new Problem(`${purpose} needs system packages.`, byHand);
  const mine = turn.then(() =>
    step(`Installing system packages for ${purpose}: ${packages.join(" ")}`, () =>
      aptInstall(prefix, packages),
    ),
  );
  turn = mine.catch(() => undefined);
  await mine;
}

/** Returns the shared libraries of an executable that this machine lacks. @param {string} executable */
async function missingLibraries(executable) {
  const listing = await run("ldd", [executable]).catch(() => "");
  return listing.split("\n").filter((line) => line.includes("not found"));
}

/**
 * Makes sure that the system has what Electron needs.
 * @param {string} executable
 * @param {{ display: boolean }} needs whether a virtual display is wanted
 */
export async function ensureElectronSystem(executable, { display }) {
  if (process.platform !== "linux") return;
  const missing = await missingLibraries(executable);
  const packages = missing.length > 0 ? [...ELECTRON_PACKAGES] : [];
  if (display && !hasProgram("Xvfb")) packages.unshift("xvfb", "xauth");
  if (packages.length === 0) return;
  await install(packages, display ? "Electron and a virtual display" : "Electron");
  const still = await missingLibraries(executable);
  if (still.length > 0) {
    throw new Problem(
      `Electron still lacks libraries:\n${still.join("\n")}`,
      "Install the packages that hold them.",
    );
  }
}

/** Makes sure that a native module can be compiled. */
export async function ensureCompiler() {
  const wanted = { python3: "python3", make: "make", "g++": "g++" };
  const missing = Object.entries(wanted).filter(([program]) => !hasProgram(program));
  if (process.platform !== "linux") {
    if (missing.length === 0 || process.platform === "win32") return;
    throw new Problem("Compiling SQLite needs developer tools.", "Run: xcode-select --install");
  }
  if (missing.length > 0)
    await install(
      missing.map(([, name]) => name),
      "Compiling SQLite",
    );
}

/** Makes sure that the tests have strace, with which they count the system calls of a commit that must survive a loss of power. */
export async function ensureTestTools() {
  if (process.platform === "linux" && !hasProgram("strace")) await install(["strace"], "The tests");
}
