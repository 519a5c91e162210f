/** Says beside a message that is being written what the chosen model will not read of its files. */
import {
  type AttachmentRef,
  LARGEST_PICTURE,
  LONGEST_PICTURE_SIDE,
  LONGEST_TOLD,
} from "../../../src-preload/contract/domain/attachments";
import { bytes } from "../../platform/language/bytes";
import { useTranslation } from "../../platform/language/use-translation";
import { useChoice } from "../../thread/model/current-model";
import { largePictures, longTexts, namedAlone, unreadKinds } from "./unread";

interface Props {
  files: readonly AttachmentRef[];
  /** The pictures with a side that is too long, by their hashes. */
  long_sided: ReadonlySet<string>;
}

export function UnreadNotes({ files, long_sided }: Props) {
  const { t } = useTranslation("attachments");
  const choice = useChoice();
  if (choice === undefined) return null;
  const { reads = [] } = choice;
  const kinds = unreadKinds(files, reads);
  const large = named(largePictures(files, reads, long_sided));
  const other = named(namedAlone(files));
  const long = named(longTexts(files));
  const notes = [
    kinds && t(`unread.${kinds}`),
    large && t("too-large", { ...large, size: bytes(LARGEST_PICTURE), side: LONGEST_PICTURE_SIDE }),
    other && t("name-only", other),
    long && t("long-text", { ...long, most: LONGEST_TOLD }),
  ].filter((note) => note !== undefined);
  return notes.map((note) => (
    <p key={note} className="writing-note">
      {note}
    </p>
  ));
}

/** The parameters of a sentence about these files; undefined where there are none. */
function named(files: readonly AttachmentRef[]): { count: number; names: string } | undefined {
  if (files.length === 0) return undefined;
  return { count: files.length, names: files.map(({ filename }) => filename).join(", ") };
}
