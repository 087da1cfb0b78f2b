/** Receives the progress of an export or an import. */
export interface DumpProgress {
  /** Called for each part of a table. */
  readonly advance: (step: DumpStep) => void;
  /** Called for each completed table. */
  readonly finish: (table: string, rows: number) => void;
  /** Informs the operator about unusual events. */
  readonly note: (message: string) => void;
}

export interface DumpStep {
  readonly table: string;
  /** The rows of all tables that this run has read or written. */
  readonly rows: number;
  /** The completed fraction of the work, from 0 to 1. */
  readonly part: number;
}
