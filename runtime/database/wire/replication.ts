import type { DatabaseSettings } from "../../model/model.js";
import type { Statement } from "../sql/statement.js";
import type { Connection } from "./connection.js";
import { DatabaseError } from "./database-error.js";

/** How a database tells its replicas from other servers, and how far they are. */
export interface Replication {
  /** Opens a replica. @throws {DatabaseError} */
  readonly open: (settings: DatabaseSettings) => Promise<Connection>;
  /** Asks a server what it is and how far it is. */
  readonly look: (connection: Connection) => Promise<ServerState>;
  /**
   * Asks a primary only for its position: everything that was committed before is at or before it.
   * @throws {DatabaseError} if it takes no writes: others have what was committed.
   */
  readonly written: (connection: Connection) => Promise<string>;
  /** Asks a replica only for its position: everything at or before it can be read. */
  readonly applied: (connection: Connection) => Promise<string>;
  /** Whether a server at a position has everything up to the other. `false` if one of them is not a position. */
  readonly reaches: (position: string, needed: string) => boolean;
  /** Whether a replica has what its primary has not, so that it is the replica of another database. */
  readonly isAhead: (replica: string, primary: string) => boolean;
}

/** What a server says of itself. */
export interface ServerState {
  /** What a primary and its replicas know it by. */
  readonly identity: string;
  /** The identity of the primary that it follows. `undefined` if it follows none, `""` if it does not know it yet. */
  readonly follows: string | undefined;
  readonly isReadOnly: boolean;
  /**
   * The last that was committed on a primary, or that a replica has applied. A text without commas, which clients may
   * send back. `""` if the server keeps none.
   */
  readonly position: string;
}

/** @throws {DatabaseError} for a server that was the primary, and does not know what the new one writes. */
export function checkTakesWrites({ isReadOnly }: Pick<ServerState, "isReadOnly">): void {
  if (isReadOnly) throw new DatabaseError("connection", "The server takes no writes.", { isTransient: true });
}

/** A value that a server keeps as text. `""` for null. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A statement without values, for a server to say something of itself. */
export function question(sql: string): Statement {
  return { sql, slots: [], isWrite: false, operation: "select", entity: "" };
}
