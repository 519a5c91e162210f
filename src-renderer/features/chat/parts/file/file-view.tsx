/** A file of a message: a picture, which a press shows larger, or a name and a size. */
import type { FileUIPart } from "ai";
import { FileText } from "lucide-react";
import { useState } from "react";
import { PICTURE_TYPES, sha256In } from "../../../../../src-preload/contract/domain/attachments";
import { bytes } from "../../../../platform/language/bytes";
import { useTranslation } from "../../../../platform/language/use-translation";
import type { DrawnPart } from "../../../../thread/parts";
import { pictureAddress } from "../../../../thread/picture-address";
import "./file-view.css";

export function FileView({ part, attachments }: DrawnPart<FileUIPart>) {
  const sha256 = sha256In(part.url);
  const name = part.filename ?? part.mediaType;
  if (sha256 !== undefined && PICTURE_TYPES.includes(part.mediaType))
    return <Picture sha256={sha256} name={name} />;
  const size = attachments?.find((file) => file.sha256 === sha256)?.size;
  return (
    <p className="attachment attachment-file">
      <FileText aria-hidden="true" />
      <bdi className="one-line">{name}</bdi>
      {size === undefined ? null : <span className="attachment-size">{bytes(size)}</span>}
    </p>
  );
}

function Picture({ sha256, name }: { sha256: string; name: string }) {
  const { t } = useTranslation("attachments");
  const [large, setLarge] = useState(false);
  const [broken, setBroken] = useState(false);
  if (broken) return <p className="attachment">{t("gone", { name })}</p>;
  return (
    <button
      type="button"
      className="attachment-picture"
      aria-expanded={large}
      aria-label={t(large ? "smaller" : "larger", { name })}
      onClick={() => setLarge(!large)}
    >
      <img src={pictureAddress(sha256)} alt={name} onError={() => setBroken(true)} />
    </button>
  );
}
