/** The shape of a command. */

export interface Command {
  /** `argument` is the text after the slash and the name in the composer, trimmed; never empty. */
  run(argument?: string): void;
  /** For a command that can be on or off: returns true while it is on. */
  checked?(): boolean;
  /** Absent for a command that is always possible. The key of an impossible command keeps its other meanings. */
  enabled?(): boolean;
}
