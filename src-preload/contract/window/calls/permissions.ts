/** Permissions: answers to questions, rules and the ledger (PM-1, PM-2). */

import * as z from "zod/mini";
import { DECISIONS, PERMISSION_MODES, PERMISSIONS, type PermissionsInForce } from "../../domain/permissions";
import { path, session, sessionId } from "../fields";

export interface PermissionOutputs {
  "permission.reply": undefined;
  "permission.answer": undefined;
  "permission.read": PermissionsInForce;
  "permission.remove": undefined;
  "permission.mode": undefined;
}

const approval = { session_id: sessionId, approval_id: z.string().check(z.minLength(1), z.maxLength(100)) };
/** Characters of a pattern: a command may be long. */
const pattern = z.string().check(z.minLength(1), z.maxLength(20_000));

export const permissionSchemas = {
  /** `patterns`: one for each need that was asked, in their order; absent: what the question offered. */
  "permission.reply": z.strictObject({
    ...approval,
    decision: z.enum(DECISIONS),
    patterns: z.exactOptional(z.array(pattern).check(z.maxLength(200))),
    /** A word to the model. */
    word: z.exactOptional(z.string().check(z.trim(), z.maxLength(4000))),
  }),
  /** Answers a question of the model. Null: its user does not want to answer. */
  "permission.answer": z.strictObject({
    ...approval,
    answers: z.nullable(
      z.array(z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(50))).check(z.maxLength(20)),
    ),
  }),
  "permission.read": session,
  "permission.remove": z.strictObject({
    session_id: sessionId,
    rule: z.strictObject({
      permission: z.enum(PERMISSIONS),
      pattern,
      action: z.enum(["allow", "deny", "ask"]),
      source: z.enum(["session", "project"]),
    }),
  }),
  "permission.mode": z.strictObject({
    workspace_root: path.check(z.minLength(1)),
    mode: z.enum(PERMISSION_MODES),
  }),
} as const;
