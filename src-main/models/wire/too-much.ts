/** The errors for answers that are too large or too deep. */
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

/** @param bytes the limit that the answer exceeds. */
export const tooLong = (bytes: number): BraidError =>
  bad(say("stream.too-long", { size: bytes < MEGABYTE ? `${bytes} B` : `${bytes / MEGABYTE} MB` }));

export const tooDeep = (): BraidError => bad(say("stream.too-deep"));

const MEGABYTE = 1024 * 1024;

const bad = (message: Sentence) =>
  new BraidError("PROVIDER_BAD_STREAM", message, { hint: say("stream.wire-hint") });
