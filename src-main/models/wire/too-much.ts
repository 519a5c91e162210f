/** The errors about an answer that is more than anybody should take in. */
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

/** @param bytes that would have been taken. */
export const tooLong = (bytes: number): BraidError =>
  bad(say("stream.too-long", { size: bytes < MEGABYTE ? `${bytes} B` : `${bytes / MEGABYTE} MB` }));

export const tooDeep = (): BraidError => bad(say("stream.too-deep"));

const MEGABYTE = 1024 * 1024;

const bad = (message: Sentence) =>
  new BraidError("PROVIDER_BAD_STREAM", message, { hint: say("stream.wire-hint") });
