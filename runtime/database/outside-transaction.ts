import type { Driver } from "kysely";
import type { Entity } from "../model/model.js";
import type { DatabaseSession, SessionRepository } from "./database-session.js";
import type { AnyKysely } from "./sql/sql.js";
import type { StoredTable } from "./schema/stored/stored-schema.js";

/** The parts of its database that a transaction uses. */
export interface OutsideTransaction extends Pick<
  DatabaseSession,
  "dialect" | "model" | "statements" | "reportFault" | "knownTable"
> {
  /** Receives the error of each failed statement. */
  readonly noteFault: (error: unknown) => void;
  readonly repository: (entityName: string) => SessionRepository;
  /** For queries outside the transaction. */
  readonly kysely: () => AnyKysely;
  readonly createKysely: (createDriver: () => Driver) => AnyKysely;
  /** @param db Provides the connection, if the table has not been read yet. */
  readonly readTable: (db: () => AnyKysely, entity: Entity) => Promise<StoredTable | undefined>;
}
