// The store's worker from its source: tests need no build.
import { register } from "tsx/esm/api";

register();
await import("../upkeep/worker.ts");
