// A lockfile that `npm ci` accepts everywhere: complete for every platform, and silent on where it was made.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const lockfile = new URL("../package-lock.json", import.meta.url);
const packages: Record<string, Locked> = JSON.parse(readFileSync(lockfile, "utf8")).packages;

test("every platform's variant of a package is locked", () => {
  // npm leaves out what the registry lacks, and then refuses its own lockfile: choose a release that is whole.
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  const isLocked = ({ path, name }: { path: string; name: string }) =>
    `${path}/node_modules/${name}` in packages || `node_modules/${name}` in packages;
  expect(wanted.filter((each) => !isLocked(each))).toEqual([]);
});

test("no package is tied to the registry that someone used", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
