import type { Sql } from "../sql/sql.js";

/** How a server makes an empty database for a check, and removes it. */
export interface ShadowSyntax {
  readonly create: (name: string) => readonly Sql[];
  /** Also if it is in use, or was never made. */
  readonly drop: (name: string) => readonly Sql[];
  /** Set if a schema is a database of its own: the tables in it would not be in the shadow database. */
  readonly hasSchemasOutside?: true;
  /** The statement that gives a user the right. */
  readonly right: string;
}
