/** The words of the window in English, one file for each namespace: the types of all keys. Other languages are found by their folders. */

import agents from "../../../resources/locales/en/agents.json";
import attachments from "../../../resources/locales/en/attachments.json";
import backups from "../../../resources/locales/en/backups.json";
import changedFiles from "../../../resources/locales/en/changed-files.json";
import chat from "../../../resources/locales/en/chat.json";
import commands from "../../../resources/locales/en/commands.json";
import common from "../../../resources/locales/en/common.json";
import compaction from "../../../resources/locales/en/compaction.json";
import compare from "../../../resources/locales/en/compare.json";
import composer from "../../../resources/locales/en/composer.json";
import errors from "../../../resources/locales/en/errors.json";
import exchange from "../../../resources/locales/en/exchange.json";
import handbook from "../../../resources/locales/en/handbook.json";
import keys from "../../../resources/locales/en/keys.json";
import labels from "../../../resources/locales/en/labels.json";
import models from "../../../resources/locales/en/models.json";
import palette from "../../../resources/locales/en/palette.json";
import permissions from "../../../resources/locales/en/permissions.json";
import privateWords from "../../../resources/locales/en/private.json";
import problems from "../../../resources/locales/en/problems.json";
import prompt from "../../../resources/locales/en/prompt.json";
import promptHistory from "../../../resources/locales/en/prompt-history.json";
import providers from "../../../resources/locales/en/providers.json";
import queue from "../../../resources/locales/en/queue.json";
import rewind from "../../../resources/locales/en/rewind.json";
import search from "../../../resources/locales/en/search.json";
import sessions from "../../../resources/locales/en/sessions.json";
import settings from "../../../resources/locales/en/settings.json";
import sidePanel from "../../../resources/locales/en/side-panel.json";
import storage from "../../../resources/locales/en/storage.json";
import tools from "../../../resources/locales/en/tools.json";
import trash from "../../../resources/locales/en/trash.json";

export const en = {
  "changed-files": changedFiles,
  "prompt-history": promptHistory,
  "side-panel": sidePanel,
  agents,
  attachments,
  backups,
  chat,
  commands,
  common,
  compaction,
  compare,
  composer,
  errors,
  exchange,
  handbook,
  keys,
  labels,
  models,
  palette,
  permissions,
  private: privateWords,
  problems,
  prompt,
  providers,
  queue,
  rewind,
  search,
  sessions,
  settings,
  storage,
  tools,
  trash,
};
