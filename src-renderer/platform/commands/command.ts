/** The shape of a command. */

export interface Command {
  /** `argument` is what followed its slash in the composer, trimmed; never empty. */
  run(argument?: string): void;
  /** For what can be on or off: whether it is on. */
  checked?(): boolean;
  /** Absent: always. A command that cannot be done now is left to whatever else its key means. */
  enabled?(): boolean;
}
