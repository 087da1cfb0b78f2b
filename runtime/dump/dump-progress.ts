/** Receives how far an export or an import is. */
export interface DumpProgress {
  /** Called for each part of a table. */
  readonly advance: (step: DumpStep) => void;
  /** Called for each table that is done. */
  readonly finish: (table: string, rows: number) => void;
  /** Tells the operator what is out of the ordinary. */
  readonly note: (message: string) => void;
}

export interface DumpStep {
  readonly table: string;
  /** The rows of all tables that this run has read or written. */
  readonly rows: number;
  /** The part of the whole work that is done, from 0 to 1. */
  readonly part: number;
}
