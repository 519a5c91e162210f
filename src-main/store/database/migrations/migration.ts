/** The shape of a migration. */

export interface Migration {
  name: string;
  /** One SQL statement each. All statements of a migration run in one transaction. */
  statements: readonly string[];
}
