import { expect, test } from "vitest";
import { LARGEST_PICTURE, LONGEST_TOLD } from "../../../src-preload/contract/domain/attachments";
import { largePictures, longTexts, namedAlone, unreadKinds } from "./unread";

const file = (media_type: string, size = 1000, sha256 = media_type) => ({
  sha256,
  media_type,
  filename: "a file",
  size,
});
const [PNG, PDF, TEXT] = [file("image/png"), file("application/pdf"), file("text/plain")];

test("[AG-7d] the kinds that a model does not read are those among the files", () => {
  const all = [PNG, PDF, TEXT];
  expect(unreadKinds(all, [])).toBe("both");
  expect(unreadKinds(all, ["image"])).toBe("pdf");
  expect(unreadKinds(all, ["pdf"])).toBe("image");
  expect(unreadKinds(all, ["image", "pdf"])).toBeUndefined();
  expect(unreadKinds([TEXT], [])).toBeUndefined();
});

test("[AG-7d] a picture with too many bytes, or with a side that is too long, is named to a model that reads pictures", () => {
  const heavy = file("image/jpeg", LARGEST_PICTURE + 1);
  const files = [PNG, heavy, file("image/webp", LARGEST_PICTURE), file("application/pdf", 9e6)];
  expect(largePictures(files, ["image"], new Set())).toEqual([heavy]);
  expect(largePictures(files, ["image"], new Set([PNG.sha256]))).toEqual([PNG, heavy]);
  expect(largePictures(files, ["pdf"], new Set([PNG.sha256]))).toEqual([]);
});

test("[AG-7d] any file but a picture, a PDF and a text is named alone, whatever the model reads", () => {
  const other = file("application/octet-stream");
  expect(namedAlone([PNG, other, PDF, TEXT])).toEqual([other]);
});

test("[AG-7] a text is long where its bytes may hold more characters than a model is told", () => {
  const long = file("text/plain", LONGEST_TOLD + 1);
  expect(longTexts([file("text/plain", LONGEST_TOLD), long, file("image/png", 9e6)])).toEqual([long]);
});
