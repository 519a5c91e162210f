/** The failure of a computer that seems to have no network: a name that surely exists was not found. */
import { BraidError } from "./braid-error";
import { causesOf } from "./plain-words";
import { say } from "./say";

export class OfflineError extends BraidError {
  constructor(cause: unknown) {
    super("PROVIDER_UNAVAILABLE", say("provider.offline.message"), {
      hint: say("provider.offline.hint"),
      details: causesOf(cause),
      cause,
    });
  }
}
