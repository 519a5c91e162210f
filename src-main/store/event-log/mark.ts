/** The row of `app_state` with the schema for which the log is whole. A later schema has columns that its triggers do not know. */
export const EVENT_LOG = "store.event_log";
/** The beginning of the triggers' names. */
export const PREFIX = "event_log_";
