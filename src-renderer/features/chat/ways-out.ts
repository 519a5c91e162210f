/** The buttons of an error: what would mend it first, then the ways to go on. Pure. */
import type { ErrorCode, ErrorInfo, Mend } from "../../../src-preload/contract/domain/errors";

export type Way = Exclude<Mend, "room" | "server"> | "compact" | "again" | "continue";

/** Names the way out of an error that does not say so itself. Earlier versions stored none that does. */
const BY_CODE: Partial<Record<ErrorCode, Mend>> = {
  PROVIDER_AUTH: "key",
  MODEL_NOT_FOUND: "model",
  PROVIDER_NOT_FOUND: "model",
  CONTEXT_TOO_LARGE: "room",
};

/** Errors that no other model would solve. */
const NO_MODELS_FAULT: readonly ErrorCode[] = ["STORE_UNAVAILABLE", "INTERNAL", "RUN_ABORTED"];

interface Situation {
  /** Something of the answer has come. Without it there is nothing to continue. */
  hasText: boolean;
  canCompact: boolean;
}

/** Returns the ways out, the one to take first. */
export function waysOut(
  { code, mend = BY_CODE[code] }: Pick<ErrorInfo, "code" | "mend">,
  { hasText, canCompact }: Situation,
): readonly Way[] {
  const on: readonly Way[] = hasText ? ["continue", "again"] : ["again"];
  if (mend === "room") return [...(canCompact ? (["compact"] as const) : []), "model", ...on];
  // An address from which words have come is right.
  if (hasText && (mend === "address" || mend === "server")) return [...on, "model"];
  if (mend === "server") return [...on, "address"];
  if (mend !== undefined) return [mend, ...on];
  return NO_MODELS_FAULT.includes(code) ? on : [...on, "model"];
}
