// The reader's thread from its source: tests need no build.
import { register } from "tsx/esm/api";

register();
await import("../reader/worker.ts");
