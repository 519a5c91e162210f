/** A file of a message: a picture, which a press shows larger, or a name and a size; and a button that saves it. */
import type { FileUIPart } from "ai";
import { Download, FileText } from "lucide-react";
import { useState } from "react";
import { PICTURE_TYPES, sha256In } from "../../../../../src-preload/contract/domain/attachments";
import { nameOfFile } from "../../../../../src-preload/contract/domain/tool-pictures";
import { say } from "../../../../platform/announce";
import { call } from "../../../../platform/bridge";
import { bytes } from "../../../../platform/language/bytes";
import { useTranslation } from "../../../../platform/language/use-translation";
import { doing } from "../../../../thread/actions";
import { type DrawnPart, FINDABLE } from "../../../../thread/parts";
import { pictureAddress } from "../../../../thread/picture-address";
import { IconButton } from "../../../../ui/icon-button";
import "./file-view.css";

export function FileView({ part, attachments }: DrawnPart<FileUIPart>) {
  const { t } = useTranslation("attachments");
  const sha256 = sha256In(part.url);
  if (sha256 !== undefined && PICTURE_TYPES.includes(part.mediaType))
    return <Picture sha256={sha256} name={nameOfFile(part) ?? t("unnamed")} part={part} />;
  const name = nameOfFile(part) ?? part.mediaType;
  const size = attachments?.find((file) => file.sha256 === sha256)?.size;
  return (
    <p className="attachment attachment-file">
      <FileText aria-hidden="true" />
      <bdi className="one-line" {...(part.filename === undefined ? {} : FINDABLE)}>
        {name}
      </bdi>
      {size === undefined ? null : <span className="attachment-size">{bytes(size)}</span>}
      {sha256 === undefined ? null : <SaveButton sha256={sha256} name={name} part={part} />}
    </p>
  );
}

interface KeptFile {
  sha256: string;
  /** As it is called in the window. */
  name: string;
  part: FileUIPart;
}

/** Models give their files no names. */
function fileName(part: FileUIPart): string {
  const [kind = "", ending = ""] = part.mediaType.split("/");
  return (
    nameOfFile(part) ?? `${kind === "image" ? kind : "file"}${/^[a-z0-9]+$/.test(ending) ? `.${ending}` : ""}`
  );
}

function SaveButton({ sha256, name, part }: KeptFile) {
  const { t } = useTranslation("attachments");
  const save = async () => {
    const { saved } = await call("attachment.save", { sha256, filename: fileName(part) });
    if (saved) say(t("saved", { name }));
  };
  return (
    <IconButton
      className="attachment-save"
      label={t("save", { name })}
      data-once=""
      onClick={() => doing(save)}
    >
      <Download />
    </IconButton>
  );
}

function Picture({ sha256, name, part }: KeptFile) {
  const { t } = useTranslation("attachments");
  const [large, setLarge] = useState(false);
  const [broken, setBroken] = useState(false);
  if (broken) return <p className="attachment">{t("gone", { name })}</p>;
  return (
    <div className="attachment-shown">
      <button
        type="button"
        className="attachment-picture"
        aria-expanded={large}
        aria-label={t(large ? "smaller" : "larger", { name })}
        onClick={() => setLarge(!large)}
      >
        <img src={pictureAddress(sha256)} alt={name} onError={() => setBroken(true)} />
      </button>
      <SaveButton sha256={sha256} name={name} part={part} />
    </div>
  );
}
