/** Applies exact replacements to a text: all of them, or none. */
import { createBreathing } from "../../time-slice";
import { counted } from "../whole-text";
import { nearestInWords } from "./nearest-lines";

export interface Edit {
  old_text: string;
  new_text: string;
  replace_all?: boolean | undefined;
}

/** An edit that does not fit. Its message holds lines of the file: only who may read the file may see it. */
export class EditMisfit extends Error {}

/** UTF-16 units of a result: a few edits can make a text of any length. */
const MOST_CHARACTERS = 20_000_000;
const MOST_PLACES = 100_000;
const MOST_NAMED = 10;

/** @throws EditMisfit */
export async function applyEdits(
  text: string,
  edits: readonly Edit[],
  signal: AbortSignal,
): Promise<{ text: string; places: number }> {
  let result = text;
  let places = 0;
  for (const [at, edit] of edits.entries()) {
    const name = edits.length === 1 ? "The edit" : `Edit ${at + 1} of ${edits.length}`;
    const applied = await applyEdit(result, edit, name, signal);
    result = applied.text;
    places += applied.places;
  }
  return { text: result, places };
}

async function applyEdit(text: string, edit: Edit, name: string, signal: AbortSignal) {
  const ends = lineEnds(text);
  let { old_text, new_text } = edit;
  let found = await placesOf(text, old_text, signal);
  if (found.length === 0 && ends === "crlf" && hasBareLf(old_text)) {
    old_text = withCrlf(old_text);
    found = await placesOf(text, old_text, signal);
  }
  // A text with mixed ends keeps those of the part that is replaced.
  if (ends === "crlf" && !hasBareLf(old_text)) new_text = withCrlf(new_text);
  if (found.length === 0)
    throw new EditMisfit(
      `${name} does not fit: its old_text is not in the file. Nothing was changed. ${await nearestInWords(text, old_text, signal)}`,
    );
  if (found.length > 1 && edit.replace_all !== true) throw notUnique(text, found, name);
  if (
    found.length > MOST_PLACES ||
    text.length + found.length * (new_text.length - old_text.length) > MOST_CHARACTERS
  )
    throw new EditMisfit(
      `${name} would change too much at once. Nothing was changed; use a longer old_text.`,
    );
  const taken = withoutOverlaps(found, old_text.length);
  const pieces = taken.map((place, at) => text.slice(endOf(taken[at - 1], old_text), place) + new_text);
  return { text: pieces.join("") + text.slice(endOf(taken.at(-1), old_text)), places: taken.length };
}

const endOf = (place: number | undefined, old_text: string): number =>
  place === undefined ? 0 : place + old_text.length;

/** Comparisons after which the search takes a breath. The library's search may compare the whole text at each place. */
const COMPARISONS = 2_000_000;

/** Returns where `old_text` begins, overlaps included, up to one more than `MOST_PLACES`. */
async function placesOf(text: string, old_text: string, signal: AbortSignal): Promise<number[]> {
  const breathe = createBreathing();
  const window = Math.max(64, Math.floor(COMPARISONS / old_text.length));
  const places: number[] = [];
  for (let from = 0; from + old_text.length <= text.length; from += window) {
    const part = text.slice(from, from + window - 1 + old_text.length);
    for (let at = part.indexOf(old_text); at >= 0; at = part.indexOf(old_text, at + 1)) {
      places.push(from + at);
      if (places.length > MOST_PLACES) return places;
    }
    signal.throwIfAborted();
    await breathe();
  }
  return places;
}

function withoutOverlaps(places: readonly number[], length: number): number[] {
  const taken: number[] = [];
  for (const place of places) if (place >= (taken.at(-1) ?? -length) + length) taken.push(place);
  return taken;
}

function notUnique(text: string, places: readonly number[], name: string): EditMisfit {
  const count =
    places.length > MOST_PLACES ? `more than ${counted(MOST_PLACES, "place")}` : `${places.length} places`;
  let line = 1;
  let from = 0;
  const lines = places.slice(0, MOST_NAMED).map((place) => {
    for (let at = text.indexOf("\n", from); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) {
      line++;
      from = at + 1;
    }
    return line;
  });
  const more = places.length > MOST_NAMED ? " and others" : "";
  return new EditMisfit(
    `${name} does not fit: its old_text is at ${count} in the file, in lines ${lines.join(", ")}${more}. Nothing was changed. Take more lines around it into old_text, or set replace_all.`,
  );
}

/** The line ends that most lines of a text have. */
export function lineEnds(text: string): "lf" | "crlf" {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    if (text[at - 1] === "\r") crlf++;
    else lf++;
  return crlf > lf ? "crlf" : "lf";
}

const hasBareLf = (text: string): boolean => /(?<!\r)\n/.test(text);
const withCrlf = (text: string): string => text.replace(/\r?\n/g, "\r\n");
