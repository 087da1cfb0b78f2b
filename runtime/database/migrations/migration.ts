import type { SchemaSnapshot } from "./snapshots/schema-snapshot.js";

/**
 * A folder of migrations contains a folder for each migration, `<time>_<name>`, in the order of their names:
 * `snapshot.json` with the tables after it, `<dialect>.sql` for each database, and the files of its data steps.
 */
export interface Migration {
  /** The name of its folder: `20261123031000_add_notes`. The time is in UTC. */
  readonly name: string;
  readonly folder: string;
  readonly snapshot: SchemaSnapshot;
  readonly script: MigrationScript;
  /** SHA-256 of the script and of the files of its steps, with line ends as `\n`. */
  readonly checksum: string;
}

/** The parsed `<dialect>.sql`. */
export interface MigrationScript {
  readonly path: string;
  /** The steps of `migrate apply`, in order. */
  readonly up: readonly MigrationStep[];
  /** The steps of `migrate undo`, in order. Empty if the migration cannot be undone. */
  readonly down: readonly MigrationStep[];
}

export type MigrationStep = MigrationStatement | MigrationFileStep;

export interface MigrationStatement {
  readonly kind: "sql";
  /** Without the semicolon at its end and the comments before it. */
  readonly text: string;
  /** The line in the file, from 1. */
  readonly line: number;
  /** Whether it is in a section `-- data:`: it changes rows, and never tables. */
  readonly isData: boolean;
  /** Whether `-- outside transaction` stands before it, for statements such as `create index concurrently`. */
  readonly isOutsideTransaction: boolean;
  /** The risks that `-- accept: loses data, locks writes` before it accepts. */
  readonly accepts: ReadonlySet<Risk>;
  /** Why it must not run. Not an error for an applied script, which servers must still be able to read. */
  readonly mistake?: string | undefined;
}

/** `-- data: ./fill-notes.ts`: a step in TypeScript, which receives Kysely in the transaction of the migration. */
export interface MigrationFileStep {
  readonly kind: "file";
  readonly path: string;
  readonly line: number;
  readonly isData: true;
}

/** The risks of a statement for a database in use, as `-- accept:` and `migrate lint` name them. */
export const risks = [
  "loses data",
  "locks reads",
  "locks writes",
  "rewrites table",
  "may fail",
  "breaks running version",
  "not judged",
] as const;
export type Risk = (typeof risks)[number];

/** All mistakes in migrations, each a sentence that begins with its place. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(
      problems.length === 1 ? problems[0] : problems.map((problem) => `  - ${problem}`).join("\n"),
      options,
    );
    this.problems = problems;
  }
}
