/** The columns of a session in lists. */
import { chatSessions, sessionMarks } from "../database/schema";

/** The columns of a session and its marks that a list shows. The lists' indexes hold each of them (SE-1). */
export const summaryColumns = {
  id: chatSessions.id,
  title: chatSessions.title,
  agent: chatSessions.agent,
  model_json: chatSessions.model_json,
  workspace_root: chatSessions.workspace_root,
  parent_id: chatSessions.parent_id,
  created_at: chatSessions.created_at,
  updated_at: chatSessions.updated_at,
  archived_at: chatSessions.archived_at,
  pinned_at: sessionMarks.pinned_at,
  unread_since: sessionMarks.unread_since,
};
