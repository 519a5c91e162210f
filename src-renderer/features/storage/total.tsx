/** The first line of the storage page: how much space Braid uses, that it is being measured, or that it could not be measured. */
import { bytes } from "../../platform/language/bytes";
import { useTranslation } from "../../platform/language/use-translation";
import { NotRead } from "../../thread/not-read";

interface TotalProps {
  /** Bytes; undefined until they were measured once. */
  size: number | undefined;
  busy: boolean;
  onAgain: () => void;
}

export function Total({ size, busy, onAgain }: TotalProps) {
  const { t } = useTranslation("storage");
  if (size !== undefined) return <p>{t("uses", { size: bytes(size) })}</p>;
  return busy ? <p>{t("measuring")}</p> : <NotRead onAgain={onAgain} />;
}
