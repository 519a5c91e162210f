/** Reads a value by a schema. Reports each mistake and takes it out, so that the rest still applies. */

import type * as z from "zod/mini";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import { say } from "../core/say";
import { sentenceOf } from "./problem-words";

type Path = readonly PropertyKey[];

/** Nobody reads more. A file with entirely different content may have a hundred thousand problems. */
const MOST_PROBLEMS = 100;

/** Collects problems, at most one for each path: the first says it best. After a hundred it says only that there are more. */
export class ProblemList {
  readonly #byPath = new Map<string, SettingsProblem>();
  #more = false;

  add(path: Path, message: Sentence): void {
    const text = writePath(path);
    if (this.#byPath.has(text)) return;
    if (this.isFull) this.#more = true;
    else this.#byPath.set(text, { path: text, message });
  }

  get isFull(): boolean {
    return this.#byPath.size >= MOST_PROBLEMS;
  }

  get all(): SettingsProblem[] {
    const all = [...this.#byPath.values()];
    return this.#more ? [...all, { path: "settings.json", message: say("problems:more") }] : all;
  }
}

interface Reading {
  /** The place of `value` in the file. */
  at: Path;
  problems: ProblemList;
  /** The consequence of a mistake, e.g. "the default applies". */
  otherwise: Sentence;
  /** A mistake loses the whole value, because half of it would do something else than its user meant. */
  all_or_nothing?: boolean;
  /** Unknown names that count as such a mistake. Others are ignored: a newer Braid may have written them. */
  doubtful?: RegExp;
}

/** Undefined where no part of the value is usable. */
export function readLeniently<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  reading: Reading,
): z.output<S> | undefined {
  const rest = structuredClone(value);
  for (;;) {
    const result = schema.safeParse(rest);
    if (result.success) return result.data;
    const mended = result.error.issues.map((issue) => report(issue, rest, reading));
    if (reading.all_or_nothing ? mended.includes(false) : !mended.includes(true)) return undefined;
  }
}

/** Returns true if a value was taken out, so that the next attempt may succeed without it. */
function report(
  issue: z.core.$ZodIssue,
  rest: unknown,
  { at, problems, otherwise, all_or_nothing, doubtful }: Reading,
): boolean {
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const consequence = doubtful?.test(key) ? otherwise : undefined;
      problems.add([...at, ...issue.path, key], unknownName(key, consequence));
      takeOut(rest, [...issue.path, key]);
    }
    return !issue.keys.some((key) => doubtful?.test(key));
  }
  const what = isMissing(rest, issue.path) ? say("problems:missing") : sentenceOf(issue);
  problems.add([...at, ...issue.path], say("problems:then", { what, otherwise }));
  // A missing value cannot be taken out; the object that lacks it can.
  return !all_or_nothing && (takeOut(rest, issue.path) || takeOut(rest, issue.path.slice(0, -1)));
}

function unknownName(key: string, otherwise: Sentence | undefined): Sentence {
  const is_key = /^api_?key$/i.test(key);
  if (!is_key && otherwise === undefined) return say("problems:unknown");
  const what = say(is_key ? "problems:key-in-file" : "problems:doubtful");
  return say("problems:then", { what, otherwise: otherwise ?? say("problems:left-out") });
}

function isMissing(root: unknown, path: Path): boolean {
  const { holder, key } = locate(root, path);
  return holder !== undefined && key !== undefined && !(key in holder);
}

function takeOut(root: unknown, path: Path): boolean {
  const { holder, key } = locate(root, path);
  return holder !== undefined && key !== undefined && key in holder && Reflect.deleteProperty(holder, key);
}

function locate(root: unknown, path: Path): { holder?: object; key?: PropertyKey } {
  let holder = root;
  for (const step of path.slice(0, -1)) holder = isObject(holder) ? Reflect.get(holder, step) : undefined;
  const key = path.at(-1);
  return isObject(holder) && key !== undefined ? { holder, key } : {};
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** `["providers", 1, "base_url"]` as `providers[1].base_url`; an empty path means the file. */
function writePath(path: Path): string {
  if (path.length === 0) return "settings.json";
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`,
    )
    .join("");
}
