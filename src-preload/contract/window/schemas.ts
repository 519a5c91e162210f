/** The inputs that main accepts from a window: one schema for each call, which main parses once. */
import * as z from "zod/mini";
import { FILE_PIECE } from "../domain/limits";
import { agentSchemas } from "./calls/agents";
import { appSchemas } from "./calls/app";
import { attachmentSchemas } from "./calls/attachments";
import { backgroundRunSchemas } from "./calls/background-runs";
import { backupsSchemas } from "./calls/backups";
import { branchSchemas } from "./calls/branches";
import { changesSchemas } from "./calls/changes";
import { compactionSchemas } from "./calls/compaction";
import { contextSchemas } from "./calls/context";
import { draftSchemas } from "./calls/drafts";
import { exchangeSchemas } from "./calls/exchange";
import { handbookSchemas } from "./calls/handbook";
import { historySchemas } from "./calls/history";
import { labelSchemas } from "./calls/labels";
import { logSchemas } from "./calls/log";
import { modelSchemas } from "./calls/models";
import { permissionSchemas } from "./calls/permissions";
import { privateSchemas } from "./calls/private";
import { promptHistorySchemas } from "./calls/prompt-history";
import { promptSchemas } from "./calls/prompts";
import { providerSchemas } from "./calls/providers";
import { pruneSchemas } from "./calls/pruning";
import { queueSchemas } from "./calls/queue";
import { searchSchemas } from "./calls/search";
import { sessionSchemas } from "./calls/sessions";
import { settingsSchemas } from "./calls/settings";
import { storageSchemas } from "./calls/storage";
import { timelineSchemas } from "./calls/timeline";
import { workspaceSchemas } from "./calls/workspaces";
import { sessionId } from "./fields";

export const schemas = {
  ...appSchemas,
  ...agentSchemas,
  ...sessionSchemas,
  ...draftSchemas,
  ...settingsSchemas,
  ...providerSchemas,
  ...modelSchemas,
  ...storageSchemas,
  ...backupsSchemas,
  ...timelineSchemas,
  ...branchSchemas,
  ...compactionSchemas,
  ...promptSchemas,
  ...contextSchemas,
  ...pruneSchemas,
  ...queueSchemas,
  ...permissionSchemas,
  ...changesSchemas,
  ...workspaceSchemas,
  ...logSchemas,
  ...labelSchemas,
  ...promptHistorySchemas,
  ...privateSchemas,
  ...handbookSchemas,
  ...historySchemas,
  ...attachmentSchemas,
  ...exchangeSchemas,
  ...backgroundRunSchemas,
  ...searchSchemas,
} as const;

/** A file from the preload: by the path that the file itself names, or by its next bytes. */
export const fileMessage = z.union([
  z.strictObject({ path: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  z.strictObject({
    name: z.string().check(z.maxLength(4096)),
    bytes: z
      .instanceof(Uint8Array)
      .check(z.refine(({ length }) => length <= FILE_PIECE, "the piece is too long")),
    /** Absent for the first piece. */
    upload: z.exactOptional(z.int()),
    last: z.boolean(),
  }),
]);

export const attachRequest = z.strictObject({
  session_id: sessionId,
  feed_id: z.string().check(z.minLength(1), z.maxLength(64)),
});
export const feedAck = z.strictObject({ ack: z.int().check(z.minimum(0)) });
