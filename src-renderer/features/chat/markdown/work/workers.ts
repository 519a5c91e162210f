/**
 * The page's workers: one for Markdown and formulas, one for the colours of code, so that a grammar that hangs delays no words. The page's
 * policy refuses every script address that is not vouched for. This file vouches for its own two.
 */
import { BudgetedWorker, type WorkerEvents, type WorkerPort } from "./budgeted-worker";
import codeAddress from "./code-worker.ts?worker&url";
import type { CodeToColour, ColouredCode } from "./colour";
import type { BlockToDraw, DrawnBlock } from "./draw";
import markdownAddress from "./markdown-worker.ts?worker&url";

const ADDRESSES: readonly string[] = [markdownAddress, codeAddress];

/** The part that is used here. TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): URL;
  };
}

// The name is in the page's policy, which allows one policy of this name and no other.
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

/** The milliseconds of a worker's time. A block takes one or two. The rest is for slow and busy machines. */
export const BUDGET_MS = 2_000;

export const markdownWorker = new BudgetedWorker<BlockToDraw, DrawnBlock>(start(markdownAddress));
export const codeWorker = new BudgetedWorker<CodeToColour, ColouredCode>(start(codeAddress));
