// The thread of a long job from its source: tests need no build.
import { register } from "tsx/esm/api";

register();
await import("../upkeep/jobs/worker.ts");
