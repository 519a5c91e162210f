/** The files of a message that is being written, above its text box: small pictures, names, sizes, and a button to remove each. */
import { FileText, X } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import {
  type AttachmentRef,
  LONGEST_PICTURE_SIDE,
  PICTURE_TYPES,
} from "../../../src-preload/contract/domain/attachments";
import { say } from "../../platform/announce";
import { bytes } from "../../platform/language/bytes";
import { useTranslation } from "../../platform/language/use-translation";
import { pictureAddress } from "../../thread/picture-address";
import type { AttachmentsProps } from "../../thread/slots";
import { IconButton } from "../../ui/icon-button";
import { UnreadNotes } from "./unread-notes";
import "../../thread/writing/writing.css";
import "./attachments.css";

export function Attachments({ files: held, plain = false }: AttachmentsProps) {
  const { t } = useTranslation("attachments");
  const { files, adding } = useStore(held.store);
  const [long_sided, setLongSided] = useState<ReadonlySet<string>>(NONE);
  if (files.length + adding.length === 0) return null;
  const remove = (file: AttachmentRef, button: HTMLButtonElement) => {
    focusAfter(button);
    held.drop([file]);
    say(t("removed", { name: file.filename }));
  };
  /** A picture tells its sides only when it is there. */
  const measure = ({ sha256 }: AttachmentRef, { naturalWidth, naturalHeight }: HTMLImageElement) => {
    if (Math.max(naturalWidth, naturalHeight) > LONGEST_PICTURE_SIDE)
      setLongSided((before) => new Set(before).add(sha256));
  };
  return (
    <div className="attached">
      <ul className="attached-list" aria-label={t("files")}>
        {files.map((file) => (
          <li key={`${file.sha256} ${file.filename}`} className="attached-file">
            {PICTURE_TYPES.includes(file.media_type) ? (
              <img
                className="attached-picture"
                src={pictureAddress(file.sha256)}
                alt=""
                onLoad={({ currentTarget }) => measure(file, currentTarget)}
              />
            ) : (
              <FileText aria-hidden="true" />
            )}
            <bdi className="attached-name one-line">{file.filename}</bdi>
            <span className="attached-size">{bytes(file.size)}</span>
            <IconButton
              label={t("remove", { name: file.filename })}
              onClick={({ currentTarget }) => remove(file, currentTarget)}
            >
              <X />
            </IconButton>
          </li>
        ))}
        {adding.map(({ number, filename }) => (
          <li key={number} className="attached-file" aria-busy="true">
            <bdi className="attached-name one-line">{filename}</bdi>
            <span className="attached-size">{t("adding")}</span>
          </li>
        ))}
      </ul>
      {plain ? null : <UnreadNotes files={files} long_sided={long_sided} />}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** The button with the focus is about to go: the next one takes it, and after the last the text box. */
function focusAfter(button: HTMLButtonElement): void {
  const buttons = [...(button.closest("ul")?.querySelectorAll("button") ?? [])];
  const at = buttons.indexOf(button);
  const next = buttons[at + 1] ?? buttons[at - 1] ?? button.closest("form")?.querySelector("textarea");
  next?.focus();
}
