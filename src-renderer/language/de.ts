/** The words of the window in German, a file an area. */
import beside from "../../resources/locales/de/beside.json";
import chat from "../../resources/locales/de/chat.json";
import commands from "../../resources/locales/de/commands.json";
import common from "../../resources/locales/de/common.json";
import compare from "../../resources/locales/de/compare.json";
import composer from "../../resources/locales/de/composer.json";
import keys from "../../resources/locales/de/keys.json";
import models from "../../resources/locales/de/models.json";
import palette from "../../resources/locales/de/palette.json";
import providers from "../../resources/locales/de/providers.json";
import queue from "../../resources/locales/de/queue.json";
import rewind from "../../resources/locales/de/rewind.json";
import sessions from "../../resources/locales/de/sessions.json";
import settings from "../../resources/locales/de/settings.json";
import storage from "../../resources/locales/de/storage.json";
import trash from "../../resources/locales/de/trash.json";

export const de = {
  beside,
  chat,
  commands,
  common,
  compare,
  composer,
  keys,
  models,
  palette,
  providers,
  queue,
  rewind,
  sessions,
  settings,
  storage,
  trash,
};
