/** Decides which addresses in a model's words may be followed, and which pictures shown, by the rule of the contract. */
import { isPictureAddress, linkAddresses } from "../../../../src-preload/contract/domain/addresses";

/** The most characters of a picture within the text. */
const LARGEST_PICTURE = 1_500_000;

export const linkAddress = linkAddresses(URL);

/** Returns the address of a raster picture within the text. Showing it sends no request. */
export function pictureAddress(text: unknown): string | undefined {
  return typeof text === "string" && text.length <= LARGEST_PICTURE && isPictureAddress(text)
    ? text
    : undefined;
}
