import type { Sql } from "../sql/sql.js";

/** How a server makes an empty database for a check, and removes it. */
export interface ShadowSyntax {
  readonly create: (name: string) => readonly Sql[];
  /** Also if it is in use, or was never made. */
  readonly drop: (name: string) => readonly Sql[];
  /** How a script reaches other databases of the server. */
  readonly databaseNames: DatabaseNames;
  /** The statement that gives a user the right. */
  readonly right: string;
}

/** How SQL names other databases than the one of its connection. */
export interface DatabaseNames {
  /**
   * The fewest parts of a table's name with its database. With 2, a schema is a database of its own, and the tables in it
   * would not be in the shadow database. `Infinity` if no table of another database can be named.
   */
  readonly parts: number;
  /** First words of statements that choose another database, or run a text that may name one. */
  readonly words: readonly string[];
  /** What databases are called in `create`, `drop` and `alter`. */
  readonly kinds: readonly string[];
  /** First parts of long names that are in each database. In lower case. */
  readonly known: readonly string[];
  /** Whether `exec` runs texts. */
  readonly runsTexts?: boolean;
}
