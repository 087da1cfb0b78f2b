import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";
import { EntityWrites } from "../../database/entity-writes.js";
import type { HookName } from "../../model/hooks.js";
import type { Entity } from "../../model/model.js";
import { EntityReads } from "../../records/entity-reads.js";
import type { Awaitable } from "../../time/when-there.js";
import type { Nesting, PlannedWrite } from "../write.js";

export interface Step {
  readonly isNeeded: (write: PlannedWrite, context: WriteContext) => boolean;
  /** @returns The write with what the step has found. Nothing if it finds nothing. */
  readonly run: (
    write: PlannedWrite,
    context: StepContext,
  ) => Awaitable<PlannedWrite | undefined> | Promise<void>;
  /**
   * The same for many writes of one kind, in fewer statements. It may fail without naming the write at fault: then
   * the writes run one by one.
   */
  readonly runAll?: (
    writes: readonly PlannedWrite[],
    context: StepContext,
  ) => Promise<readonly PlannedWrite[] | undefined> | Promise<void>;
}

/** The context in which an entity's writes run. Created once for each repository, and for each transaction. */
export interface WriteContext<S extends DatabaseSession = DatabaseSession> {
  readonly session: S;
  readonly reads: EntityReads;
  readonly writes: EntityWrites;
  readonly hookOf: HookOf;
}

export interface StepContext extends WriteContext<OpenTransaction> {
  readonly nesting: Nesting;
}

export function stepContext(
  entity: Entity,
  transaction: OpenTransaction,
  hookOf: HookOf,
  nesting: Nesting,
): StepContext {
  const { session, reads, writes } = writeContext(entity, transaction, hookOf);
  return { session, reads, writes, hookOf, nesting };
}

/** Returns the hook with this name; `undefined` if the entity has none. */
export type HookOf = (name: HookName) => ((event: object) => unknown) | undefined;

export function writeContext<S extends DatabaseSession>(
  entity: Entity,
  session: S,
  hookOf: HookOf,
): WriteContext<S> {
  const [reads, writes] = [new EntityReads(entity, session), new EntityWrites(entity, session)];
  return { session, reads, writes, hookOf };
}
