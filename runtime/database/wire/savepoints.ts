/** The commands for a savepoint: a place in a transaction to which it can be rolled back. */
export interface Savepoints {
  readonly set: (name: string) => string;
  /** Undoes what was done after the savepoint. */
  readonly undo: (name: string) => string;
  /** Forgets the savepoint. Absent if the database forgets it only with its transaction. */
  readonly release?: (name: string) => string;
}

/** The commands of the SQL standard. */
export const standardSavepoints: Savepoints = {
  set: (name) => `savepoint ${name}`,
  undo: (name) => `rollback to savepoint ${name}`,
  release: (name) => `release savepoint ${name}`,
};
