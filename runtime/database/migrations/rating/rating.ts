import type { Risk } from "../migration.js";
import type { Action, ActionKind } from "./action.js";
import type { ColumnDefinition } from "./column-definition.js";
import type { KnownTables } from "./known-tables.js";
import type { StatementReader } from "./statement-reader.js";

/** A risk of a statement, with its reason. */
export interface RatedRisk {
  readonly risk: Risk;
  readonly why: string;
  /** The SQL or the procedure that avoids it, if there is one. */
  readonly safer?: string | undefined;
}

/** The server for which a statement is rated. */
export interface RatingContext {
  readonly server: ServerVersion;
  readonly tables: KnownTables;
  readonly isOutsideTransaction: boolean;
}

export interface ServerVersion {
  /** `PostgreSQL`, `MariaDB` */
  readonly product: string;
  readonly version: readonly number[];
  /** Whether it has the features of SQL Server's Enterprise edition. */
  readonly isEnterprise?: boolean;
}

type Condition = (action: Action, context: RatingContext) => boolean;

/**
 * One row of a dialect's table of risks: `on("drop column").losesData("…")`. All rows that match an action count. An
 * action without a matching row is not judged. `{table}` and `{name}` in a text stand for those of the action.
 */
export class RiskRule {
  readonly on: readonly ActionKind[];
  readonly when: Condition;
  readonly risks: readonly RatedRisk[];

  constructor(on: readonly ActionKind[], when: Condition, risks: readonly RatedRisk[]) {
    this.on = on;
    this.when = when;
    this.risks = risks;
  }

  has(...risks: readonly RatedRisk[]): RiskRule {
    return new RiskRule(this.on, this.when, [...this.risks, ...risks]);
  }

  losesData(why: string, safer?: string): RiskRule {
    return this.has({ risk: "loses data", why, safer });
  }

  /** A lock against all others, readers too. */
  locksReads(why: string, safer?: string): RiskRule {
    return this.has({ risk: "locks reads", why, safer });
  }

  /** A lock against other writers. */
  locksWrites(why: string, safer?: string): RiskRule {
    return this.has({ risk: "locks writes", why, safer });
  }

  rewrites(why: string): RiskRule {
    return this.has({ risk: "rewrites table", why });
  }

  mayFail(why: string, safer?: string): RiskRule {
    return this.has({ risk: "may fail", why, safer });
  }

  breaksVersion(why: string, safer?: string): RiskRule {
    return this.has({ risk: "breaks running version", why, safer });
  }
}

export function on(kinds: ActionKind | readonly ActionKind[], when: Condition = () => true): RiskRule {
  return new RiskRule([kinds].flat(), when, []);
}

/** These have no risk, unless another row has one. */
export function harmless(...kinds: readonly ActionKind[]): RiskRule {
  return on(kinds);
}

/** A new column with such a definition. */
export function onNewColumn(test: (column: ColumnDefinition) => boolean): RiskRule {
  return on("add column", ({ definition }) => definition !== undefined && test(definition));
}

/** How a database rates statements. */
export interface StatementRisks {
  readonly rules: readonly RiskRule[];
  /** The servers to assume if the server is unknown: statements are rated for each, and the worst rating counts. */
  readonly assumed: readonly ServerVersion[];
  /** The server's product and version from the row of `query`. */
  readonly version: {
    readonly query: string;
    readonly parse: (row: Readonly<Record<string, unknown>>) => ServerVersion;
  };
  /** Makes a session read-only. Absent if the database is opened read-only, or does not support it. */
  readonly readOnly?: string;
  /** The function that counts the characters of a text. */
  readonly length: string;
  /** Whether a unique index accepts one null at most. */
  readonly hasUniqueNulls?: true;
  /** The risks that the statement's options exclude, because the server rejects the statement instead. */
  readonly excluded?: (statement: StatementReader) => readonly Risk[];
  /** Whether statements may follow each other without a semicolon. */
  readonly hasOptionalSemicolons?: true;
  /**
   * Whether locks are held until the transaction ends, so that a table stays locked against reads during later
   * statements.
   */
  readonly locksUntilCommit?: (action: Action) => boolean;
}

export function isAtLeast({ version }: ServerVersion, ...wanted: readonly number[]): boolean {
  for (const [index, number] of wanted.entries()) {
    const given = version[index] ?? 0;
    if (given !== number) return given > number;
  }
  return true;
}
