import type { Sql } from "../sql/sql.js";

/** How to create an empty database for a check, and how to remove it. */
export interface ShadowSyntax {
  readonly create: (name: string) => readonly Sql[];
  /** Also if it is in use, or was never created. */
  readonly drop: (name: string) => readonly Sql[];
  /** How a script can access other databases of the server. */
  readonly databaseNames: DatabaseNames;
  /** The statement that gives a user the right. */
  readonly right: string;
}

/** How SQL names databases other than that of the connection. */
export interface DatabaseNames {
  /**
   * The minimum number of parts in a table's name that includes the database. With 2, a schema is a database, and its
   * tables would not be in the shadow database. `Infinity` if no table of another database can be named.
   */
  readonly parts: number;
  /** First words of statements that select another database, or execute a text that may name one. */
  readonly words: readonly string[];
  /** The words for databases in `create`, `drop` and `alter`. */
  readonly kinds: readonly string[];
  /** First parts of names that exist in each database. In lower case. */
  readonly known: readonly string[];
  /** Whether `exec` executes texts. */
  readonly runsTexts?: boolean;
}
