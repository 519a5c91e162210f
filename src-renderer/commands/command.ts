/** What a command is. */

export interface Command {
  run(): void;
  /** Absent: always. A command that cannot be done now is left to whatever else its key means. */
  enabled?(): boolean;
}
