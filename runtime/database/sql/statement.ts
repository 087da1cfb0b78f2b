import type { Slot } from "./slot.js";

/**
 * The text of a statement, compiled once for all sources of one shape, and the slots that it reads from a
 * source.
 */
export interface Statement {
  readonly sql: string;
  /** The slot of each parameter. */
  readonly slots: readonly Slot[];
  readonly isWrite: boolean;
  /** The operation and the entity, for observers. */
  readonly operation: string;
  readonly entity: string;
}

/** A statement with the values of one run. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
}
