import type { HookRepository } from "../../model/hooks.js";
import type { Entity, Model } from "../../model/model.js";
import type { Awaitable } from "../../time/when-there.js";
import type { DatabaseSession, OpenTransaction } from "../database-session.js";
import type { Dialect } from "../dialect.js";
import type { StoredTable } from "../schema/stored/stored-schema.js";
import type { AnyKysely } from "../sql/sql.js";
import type { BoundStatement } from "../sql/statement.js";
import type { EntityStatements } from "../sql/statements.js";
import type { Row } from "../wire/connection.js";
import { DatabaseError } from "../wire/database-error.js";
import type { Replica } from "./replica.js";

/**
 * A session whose reads run on one replica, so that a page and its lists come from one server. Reads that fail there
 * run on the primary.
 */
export class ReplicaSession implements DatabaseSession {
  readonly #primary: DatabaseSession;
  #replica: Replica | undefined;

  constructor(primary: DatabaseSession, replica: Replica) {
    this.#primary = primary;
    this.#replica = replica;
  }

  rows(bound: BoundStatement): Awaitable<readonly Row[]> {
    const replica = this.#replica;
    if (replica === undefined || bound.statement.isWrite) return this.#primary.rows(bound);
    return replica.rows(bound).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.kind === "connection") replica.leave(error);
      // The statement has reached its timeout. On the primary it would take just as long.
      if (isTooLate(error)) throw error.with({ outcome: "undone" });
      this.#replica = undefined;
      return this.#primary.rows(bound);
    });
  }

  get dialect(): Dialect {
    return this.#primary.dialect;
  }

  get model(): Model {
    return this.#primary.model;
  }

  get kysely(): AnyKysely {
    return this.#primary.kysely;
  }

  repository(entityName: string): HookRepository {
    return this.#primary.repository(entityName);
  }

  statements(entity: Entity): EntityStatements {
    return this.#primary.statements(entity);
  }

  storedTable(entity: Entity): Promise<StoredTable | undefined> {
    return this.#primary.storedTable(entity);
  }

  knownTable(entity: Entity): StoredTable | undefined {
    return this.#primary.knownTable(entity);
  }

  transaction<T>(work: (session: OpenTransaction) => Promise<T>): Promise<T> {
    return this.#primary.transaction(work);
  }

  snapshot<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    return this.#primary.snapshot(work);
  }

  lend<T>(work: () => Promise<T>): Promise<T> {
    return this.#primary.lend(work);
  }

  cancel(): Promise<void> {
    return this.#primary.cancel();
  }

  reportFault(error: unknown, message: string): void {
    this.#primary.reportFault(error, message);
  }
}

/** Whether a statement has reached its timeout. */
function isTooLate(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.kind === "timeout" && error.outcome !== "notSent";
}
