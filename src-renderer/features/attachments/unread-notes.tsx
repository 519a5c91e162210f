/** Says beside a message that is being written what the chosen model will not read of its files. */
import {
  type AttachmentRef,
  LARGEST_PICTURE,
  LONGEST_PICTURE_SIDE,
  LONGEST_TOLD,
} from "../../../src-preload/contract/domain/attachments";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { openProvider } from "../../platform/dialogs";
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
  const { reads = [], ref, offline, unavailable } = choice;
  const kinds = unreadKinds(files, reads);
  const large = named(largePictures(files, reads, long_sided));
  const other = named(namedAlone(files));
  const long = named(longTexts(files));
  const notes = [
    large && t("too-large", { ...large, size: bytes(LARGEST_PICTURE, 2), side: LONGEST_PICTURE_SIDE }),
    other && t("name-only", other),
    long && t("long-text", { ...long, most: LONGEST_TOLD }),
  ].filter((note) => note !== undefined);
  return (
    <>
      {kinds === undefined ? null : (
        <p className="writing-note">
          {t(`unread.${kinds}`)}
          {offline || unavailable !== undefined ? null : <SetReads model={ref} />}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="writing-note">
          {note}
        </p>
      ))}
    </>
  );
}

/** Leads to where the user says what a model reads. */
function SetReads({ model: { provider_id, model_id } }: { model: ModelRef }) {
  const { t } = useTranslation("attachments");
  return (
    <button
      type="button"
      className="button button-link"
      onClick={() => openProvider(provider_id, { model_id, part: "reads" })}
    >
      {t("unread.set")}
    </button>
  );
}

/** The parameters of a sentence about these files; undefined where there are none. */
function named(files: readonly AttachmentRef[]): { count: number; names: string } | undefined {
  if (files.length === 0) return undefined;
  return { count: files.length, names: files.map(({ filename }) => filename).join(", ") };
}
