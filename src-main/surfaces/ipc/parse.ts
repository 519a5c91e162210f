/**
 * Checks all that a window sends before anybody uses it: the sender, the call's name, the input. A hostile page may have taken the window
 * over (docs/decisions/a-hostile-page-can-do-what-its-user-can.md).
 */
import * as z from "zod/mini";
import type { AttachRequest, FeedAck } from "../../../src-preload/contract/domain/feed";
import type { CallInput, CallName } from "../../../src-preload/contract/window/calls";
import { isModest } from "../../../src-preload/contract/window/input-size";
import { attachRequest, feedAck, schemas } from "../../../src-preload/contract/window/schemas";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

/** The two fields of Electron's frame that decide; null where the frame is already gone. */
export interface SenderFrame {
  origin: string;
  parent: unknown;
}

// The small build of zod speaks no language until it is given one.
z.config(z.locales.en());

const PAGE_ORIGIN = "app://braid";

/** Returns true for the page itself: a main frame, of exactly our origin. */
export function isOwnPage(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === PAGE_ORIGIN;
}

/** @throws BraidError `FORBIDDEN` for a name that the contract does not have. */
export function parseCallName(name: unknown): CallName {
  if (typeof name === "string" && Object.hasOwn(schemas, name)) return name as CallName;
  throw new BraidError("FORBIDDEN", say("not-offered"));
}

/** @throws BraidError `INVALID_INPUT` that names the first wrong path. */
export function parseInput<N extends CallName>(name: N, input: unknown): CallInput<N> {
  if (!isModest(input)) throw tooMuch(name);
  const result = schemas[name].safeParse(input);
  if (result.success) return result.data as CallInput<N>;
  throw invalid(name, result.error);
}

export function parseAttachRequest(request: unknown): AttachRequest {
  if (!isModest(request)) throw tooMuch("attach");
  const result = attachRequest.safeParse(request);
  if (result.success) return result.data;
  throw invalid("attach", result.error);
}

/** Undefined for anything else than an acknowledgement: nothing is acknowledged then, and the feed waits. */
export function parseAck(ack: unknown): FeedAck | undefined {
  return isModest(ack) ? feedAck.safeParse(ack).data : undefined;
}

const tooMuch = (call: string) => new BraidError("INVALID_INPUT", say("input.too-large", { call }));

/** Our own windows send nothing wrong: the problem is for their developer, in the words of the schema. */
function invalid(call: string, error: z.core.$ZodError): BraidError {
  const issue = error.issues[0];
  const at = issue === undefined || issue.path.length === 0 ? "" : ` (${issue.path.join(".")})`;
  const problem = issue?.message ?? "invalid";
  return new BraidError("INVALID_INPUT", say("input.wrong", { call, at, problem }));
}
