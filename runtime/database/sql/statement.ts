import type { Slot } from "./slot.js";

/** The text of a statement, compiled once for all sources of one shape, and the slots that it reads from a source. */
export interface Statement {
  readonly sql: string;
  /** The slot of each parameter. */
  readonly slots: readonly Slot[];
  readonly isWrite: boolean;
  /** The operation and the entity, for observers. */
  readonly operation: string;
  readonly entity: string;
}

export interface Runs {
  readonly count: number;
  /**
   * The parameters of a run, in a list that may be reused for all runs: separate lists would keep the garbage
   * collector busy.
   */
  readonly parametersAt: (run: number) => readonly unknown[];
  /** Whether each run inserts a row with a generated key. */
  readonly countsKeys?: boolean;
  /** Whether each run selects one column of at most one row. */
  readonly findsOne?: boolean;
}

/** A statement with the values of several runs. */
export interface RepeatedStatement {
  readonly statement: Statement;
  readonly runs: Runs;
}

/** A statement with the values of one run. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
}

/** The parameters of several records, each in the order of its fields. */
export type RecordValues = readonly (readonly unknown[])[];
