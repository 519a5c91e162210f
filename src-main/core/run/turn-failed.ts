import type { FinishReason } from "../../../src-preload/contract/domain/messages";
import { inEnglish } from "../english";
import type { Failure } from "./failure";

/** A failure that was not, or no longer, worth another try; the turn ends with it. */
export class TurnFailed extends Error {
  constructor(
    readonly failure: Failure,
    readonly finish_reason: FinishReason,
  ) {
    super(inEnglish(failure.info.message));
  }
}
