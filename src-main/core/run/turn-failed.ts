import type { FinishReason } from "../../../src-preload/contract/domain/messages";
import { inEnglish } from "../english";
import type { Failure } from "./failure";

/** A failure that is not worth another try, or no longer; the turn ends with it. */
export class TurnFailed extends Error {
  constructor(
    readonly failure: Failure,
    readonly finish_reason: FinishReason,
  ) {
    super(inEnglish(failure.info.message));
  }
}
