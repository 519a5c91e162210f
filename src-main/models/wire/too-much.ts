/** The errors about an answer that is more than anybody should take in. */
import { BraidError } from "../../core/braid-error";
import { t } from "../../core/language/language";

/** @param bytes that would have been taken. */
export const tooLong = (bytes: number): BraidError =>
  bad(t("stream.too-long", { size: bytes < MEGABYTE ? `${bytes} B` : `${bytes / MEGABYTE} MB` }));

export const tooDeep = (): BraidError => bad(t("stream.too-deep"));

const MEGABYTE = 1024 * 1024;

const bad = (message: string) =>
  new BraidError("PROVIDER_BAD_STREAM", message, { hint: t("stream.wire-hint") });
