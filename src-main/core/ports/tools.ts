/** A tool as the step loop runs it (AG-1). */
import type { JSONSchema7 } from "@ai-sdk/provider";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { AskedQuestion, Need, QuestionAnswer } from "../../../src-preload/contract/domain/permissions";
import type { FileDiff, ToolResult } from "../../../src-preload/contract/domain/tools";

/** Where a call works. */
export interface ToolPlace {
  session_id: SessionId;
  /** The real path of the session's folder; absent: file tools are off. */
  workspace_root?: string | undefined;
}

/** A file that is about to be changed. */
export interface AboutToChange {
  /** Absolute, without links. */
  path: string;
  /** Absent: there is no file. Without `bytes` it is larger than `LARGEST_KEPT`. */
  before?: { bytes?: Buffer; mode: number } | undefined;
  /** Absent: the file is removed. */
  after?: Buffer | undefined;
}

/** A picture or a PDF, whose bytes tell its type. */
export interface ShownPicture {
  bytes: Buffer;
  filename: string;
  /** A PDF alone has them. */
  pages?: number;
}

/** Bytes of a file that is kept before its change (RW-5). */
export const LARGEST_KEPT = 10_000_000;

export interface ToolCallContext extends ToolPlace {
  /** Fires on Stop and on restart of a run; the loop does not wait for a tool that ignores it (AB-1). */
  signal: AbortSignal;
  tool_call_id: string;
  /** False: nobody can answer a question. Work that the call begins is no more attended than the call (PM-3). Absent: somebody can. */
  attended?: boolean;
  /** Shows a result that is not whole yet. Each call replaces the last. */
  report(result: ToolResult): void;
  /**
   * Returns false for a file or an address that a rule denies, or asks for, and that no question has named: a search shows nothing of it, a
   * redirect does not go there. Absent: no rule says so of any (PM-1).
   */
  mayUse?: ((permission: "read" | "fetch", target: string) => boolean) | undefined;
  /**
   * Keeps what a file is, so that it can be restored (RW-5). Resolves once that is on the disk. Absent where no turn runs the tool.
   * @throws where it could not be kept: the tool must leave the file alone then
   */
  keep?(change: AboutToChange): Promise<void>;
  /**
   * Shows a picture or a PDF behind the call, to the user and to models that read it. Absent where no turn runs the tool.
   * @throws where it could not be kept
   */
  show?: ((picture: ShownPicture) => Promise<void>) | undefined;
  /** Says that the call waits for its user, or does so no more: its session waits as long (ST-1). */
  waits?(waiting: boolean): void;
  /** Counts tokens that the call has taken against the turn's budget (RN-3). */
  spend?(tokens: number): void;
  /** The answer to the questions that `check` returned. */
  answer?: QuestionAnswer | undefined;
}

/** The effects that a call will have, found without the call. */
export interface Checked {
  needs: readonly Need[];
  /** Changes of files, for the question. */
  diffs?: FileDiff[];
  /** Questions to the user: the call waits for their answer. */
  asks?: AskedQuestion[];
}

/** Where a call is checked. */
export interface CheckContext extends ToolPlace {
  signal: AbortSignal;
  /** The call itself: what its check found holds for no other one. */
  tool_call_id: string;
}

export interface Tool {
  name: string;
  description: string;
  input_schema: JSONSchema7;
  /** Absent: the tool needs no permission. A thrown value becomes the tool's error, which the model reads. */
  check?(input: unknown, context: CheckContext): Promise<Checked>;
  /** The store keeps the result as JSON. A thrown value becomes the tool's error, which the model reads. */
  execute(input: unknown, context: ToolCallContext): Promise<unknown>;
}

/** The tools of a session, by name. Loaded when first needed: no window waits for them. */
export type ToolSource = (place: Pick<ToolPlace, "workspace_root">) => Promise<ReadonlyMap<string, Tool>>;
