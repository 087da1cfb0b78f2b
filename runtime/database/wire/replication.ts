import type { DatabaseSettings } from "../../model/model.js";
import type { Statement } from "../sql/statement.js";
import type { Connection } from "./connection.js";
import { DatabaseError } from "./database-error.js";

/** How to detect the replicas of a database, and their positions. */
export interface Replication {
  /** Opens a replica. Default: as the primary is opened. @throws {DatabaseError} */
  readonly open?: (settings: DatabaseSettings) => Promise<Connection>;
  /** Asks a server for its role and position. */
  readonly look: (connection: Connection) => Promise<ServerState>;
  /**
   * Asks a primary only for its position: all earlier commits are at or before it.
   * @throws {DatabaseError} if it is read-only: then the commits are on another server.
   */
  readonly written: (connection: Connection) => Promise<string>;
  /** Asks a replica only for its position: everything at or before it can be read. */
  readonly applied: (connection: Connection) => Promise<string>;
  /** Whether a server at a position has everything up to the other. `false` if one of them is not a position. */
  readonly reaches: (position: string, needed: string) => boolean;
  /** Whether a replica has commits that its primary does not have, so that it belongs to another database. */
  readonly isAhead: (replica: string, primary: string) => boolean;
}

/** The role and position of a server. */
export interface ServerState {
  /** The identity that a primary and its replicas share. */
  readonly identity: string;
  /** The identity of the primary that it follows. `undefined` if it follows none, `""` if it does not know it yet. */
  readonly follows: string | undefined;
  readonly isReadOnly: boolean;
  /**
   * The last commit of a primary, or the last one that a replica has applied. A text without commas, which clients
   * may send back. `""` if the server has none.
   */
  readonly position: string;
}

/** @throws {DatabaseError} for a former primary, which does not know the writes of the new one. */
export function checkTakesWrites({ isReadOnly }: Pick<ServerState, "isReadOnly">): void {
  if (isReadOnly) throw new DatabaseError("connection", "The server takes no writes.", { isTransient: true });
}

/** A value that a server stores as text. `""` for null. */
export function stateText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A statement without values that asks a server about itself. */
export function question(sql: string): Statement {
  return { sql, slots: [], isWrite: false, operation: "select", entity: "" };
}
