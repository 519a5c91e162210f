/** The handbook as a window reads it, and the links by which the guide's answers lead there. */

export interface HandbookSection {
  /** The name of its file and the English heading, such as `02-sessions#pinning-a-session`: the same in each language. */
  place: string;
  page: string;
  /** Equal to `page` for the page's introduction. */
  heading: string;
  /** Markdown. */
  body: string;
  /** Words by which people ask for this section, but which its text need not use. */
  also: string;
}

const SCHEME = "braid-handbook:";
const PLACE = /^[a-z0-9-]{1,100}#[a-z0-9-]{1,200}$/;

export const handbookAddress = (place: string): string => `${SCHEME}${place}`;

/** The place of an address that leads into the handbook. The words of any model may name one: at most it names no section. */
export function handbookPlace(address: unknown): string | undefined {
  if (typeof address !== "string" || !address.startsWith(SCHEME)) return undefined;
  const place = address.slice(SCHEME.length);
  return PLACE.test(place) ? place : undefined;
}
