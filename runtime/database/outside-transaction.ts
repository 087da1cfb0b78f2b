import type { Driver } from "kysely";
import type { Entity } from "../model/model.js";
import type { DatabaseSession, SessionRepository } from "./database-session.js";
import type { AnyKysely } from "./sql/sql.js";
import type { StoredTable } from "./schema/stored/stored-schema.js";

/** The parts of its database that a transaction uses. */
export interface OutsideTransaction extends Pick<
  DatabaseSession,
  "dialect" | "model" | "kysely" | "statements" | "reportFault" | "knownTable"
> {
  repository(entityName: string): SessionRepository;
  /** Receives the error of each failed statement. */
  noteFault(error: unknown): void;
  /** Creates a Kysely instance for the user's own queries, observed like all other statements. */
  createKysely(createDriver: () => Driver): AnyKysely;
  /** @param db Provides the connection, if the table has not been read yet. */
  readTable(db: () => AnyKysely, entity: Entity): Promise<StoredTable | undefined>;
}
