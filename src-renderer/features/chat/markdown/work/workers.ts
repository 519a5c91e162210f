/**
 * The page's workers: one for Markdown and formulas, one for the colours of code, so that a grammar that hangs holds no words up. The page
 * takes no address of a script but those named here: its policy wants each to be vouched for, and this file does that for its own two.
 */
import { BudgetedWorker, type WorkerEvents, type WorkerPort } from "./budgeted-worker";
import codeAddress from "./code-worker.ts?worker&url";
import type { CodeToColour, ColouredCode } from "./colour";
import type { BlockToDraw, DrawnBlock } from "./draw";
import markdownAddress from "./markdown-worker.ts?worker&url";

const ADDRESSES: readonly string[] = [markdownAddress, codeAddress];

/** As far as it is used here; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): URL;
  };
}

// Named in the page's policy, which allows one of this name and no other.
const policy = (globalThis as unknown as { trustedTypes: TrustedTypes }).trustedTypes.createPolicy(
  "braid-workers",
  {
    createScriptURL(address) {
      if (!ADDRESSES.includes(address)) throw new TypeError("Not a script of this app's workers.");
      return address;
    },
  },
);

const start =
  (address: string) =>
  ({ heard, failed }: WorkerEvents): WorkerPort => {
    const worker = new Worker(policy.createScriptURL(address), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onmessageerror = failed;
    worker.onerror = failed;
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };

/** Milliseconds of a worker's time. A block takes one or two; the rest is for machines that are slow and have other things to do. */
export const BUDGET_MS = 2_000;

export const markdownWorker = new BudgetedWorker<BlockToDraw, DrawnBlock>(start(markdownAddress));
export const codeWorker = new BudgetedWorker<CodeToColour, ColouredCode>(start(codeAddress));
