/** The errors that end a turn. */

import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
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

/** The prompt has no room, because none can be made or because the summary that was to make it did not come. A larger window would help. */
export class NoRoom extends TurnFailed {
  constructor(info: ErrorInfo) {
    super({ info, transient: false, summary: info.message }, "error");
  }
}
