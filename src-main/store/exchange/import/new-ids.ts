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

const numberOf = (text: string): number => [...text].reduce((sum, one) => sum * 62 + BASE62.indexOf(one), 0);

function textOf(value: number): string {
  let text = "";
  for (let left = value, n = 0; n < 6; n++, left = Math.floor(left / 62))
    text = BASE62.charAt(left % 62) + text;
  return text;
}

export const isId = (id: unknown): id is string => typeof id === "string" && ID.test(id);

export const randomMove = (): number => 1 + Math.floor(Math.random() * (MOVED - 2));

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

/** New ids are made above all that are there: one from the future would order everything that comes after it. @throws Broken */
export function assertId(id: unknown, latest: number, line: number): string {
  const time = isId(id) ? BigInt(`0x${ID.exec(id)?.[2]}`) : undefined;
  if (time === undefined) throw new Broken(because("no-id", { id: String(id).slice(0, 40) }), line);
  if (time > BigInt(latest) * COUNTER_PER_MS) throw new Broken(because("future"), line);
  return String(id);
}
