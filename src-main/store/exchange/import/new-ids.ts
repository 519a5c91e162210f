/**
 * Gives the rows of an imported session ids of their own. A new id keeps the time of the old one, so the order stays, and gets other
 * characters behind it: the first six of its random end are moved by a number that the whole import shares. So no table of ids is needed,
 * however long the session is, and two ids of the file never become one.
 */
import { Broken, because } from "./broken";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID = /^(ses|msg|prt|top|que)_([0-9a-f]{14})([0-9A-Za-z]{6})([0-9A-Za-z]{6})$/;
const MOVED = 62 ** 6;
/** Ids count 4096 a millisecond. */
const COUNTER_PER_MS = 4096n;

function numberOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = sum * 62 + BASE62.indexOf(text.charAt(at));
  return sum;
}

function textOf(value: number): string {
  let text = "";
  for (let left = value, n = 0; n < 6; n++, left = Math.floor(left / 62))
    text = BASE62.charAt(left % 62) + text;
  return text;
}

export const randomMove = (): number => 1 + Math.floor(Math.random() * (MOVED - 2));

/** Gives what is no id back as it is. */
export function moved(id: string, move: number): string {
  const [, kind, time, head = "", tail] = ID.exec(id) ?? [];
  if (kind === undefined) return id;
  return `${kind}_${time}${textOf((numberOf(head) + move) % MOVED)}${tail}`;
}

/** The number by which one id became the other; undefined where they are no such pair. */
export function moveBetween(from: string, to: string): number | undefined {
  const [a, b] = [ID.exec(from), ID.exec(to)];
  if (a === null || b === null || a[2] !== b[2] || a[4] !== b[4]) return undefined;
  return (numberOf(b[3] ?? "") - numberOf(a[3] ?? "") + MOVED) % MOVED;
}

/** The time of an id as it stands there: later times sort behind it. @param time milliseconds */
export const timeInIds = (time: number): string =>
  (BigInt(time) * COUNTER_PER_MS).toString(16).padStart(14, "0");

/**
 * New ids are made above all that are there: one from the future would order everything that comes after it.
 * @param latest see `timeInIds`. @throws Broken
 */
export function assertId(id: unknown, latest: string, line: number): string {
  const [whole, , time = ""] = (typeof id === "string" && ID.exec(id)) || [];
  if (whole === undefined) throw new Broken(because("no-id", { id: String(id).slice(0, 40) }), line);
  if (time > latest) throw new Broken(because("future"), line);
  return whole;
}
