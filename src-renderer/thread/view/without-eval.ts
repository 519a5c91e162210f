/** Zod, which comes with the SDK, tests whether it may compile code. The page's policy forbids that, and would report each test. */
import { config } from "zod/v4/core";

config({ jitless: true });
