/** Zod, which comes with the SDK, would try whether it may compile code; the policy of the page forbids it, and says so each time. */
import { config } from "zod/v4/core";

config({ jitless: true });
