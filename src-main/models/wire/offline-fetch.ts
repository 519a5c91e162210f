/**
 * A `fetch` that tells a missing network. Where nobody has typed the address, its name is right: if it is not found, this computer is
 * offline, and there is no address to change.
 */
import { BraidError } from "../../core/braid-error";
import { OfflineError } from "../../core/offline-error";
import type { Fetch } from "../../core/ports/connections";
import { type NetworkFault, networkFault } from "../../core/run/network-failure";
import { type Addressed, isAtKnownAddress } from "../providers/addresses";

const WITHOUT_NETWORK: readonly (NetworkFault | undefined)[] = ["no-such-name", "unreachable"];

/** The function that is returned throws OfflineError where a known address is not found, or not reached. */
export function tellingOffline(fetchOut: Fetch, provider: Addressed): Fetch {
  if (!isAtKnownAddress(provider)) return fetchOut;
  return (input, init) =>
    fetchOut(input, init).catch((error: unknown) => {
      // A proxy that is not found has told so already.
      const isOurs = error instanceof BraidError;
      throw !isOurs && WITHOUT_NETWORK.includes(networkFault(error)) ? new OfflineError(error) : error;
    });
}
