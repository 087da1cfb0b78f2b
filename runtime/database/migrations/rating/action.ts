import type { ColumnDefinition } from "./column-definition.js";
import type { StatementReader } from "./statement-reader.js";

/** The action of one part of a statement, in terms that all databases share. */
export const actionKinds = [
  ...(["create table", "drop table", "rename table", "rebuild table", "lock table", "table option"] as const),
  ...(["add column", "drop column", "rename column", "alter type", "redefine column"] as const),
  ...(["set not null", "drop not null", "change default", "add generation"] as const),
  ...(["add foreign key", "add check", "add unique", "add primary key", "add exclusion"] as const),
  ...(["drop constraint", "drop primary key", "validate constraint"] as const),
  ...(["create index", "create unique index", "drop index", "reindex"] as const),
  ...(["rename within", "convert characters"] as const),
  ...(["truncate", "delete", "update", "insert", "vacuum"] as const),
  ...(["add enum value", "rename enum value", "create type", "drop type"] as const),
  ...(["create other", "drop other", "setting", "unknown"] as const),
] as const;
export type ActionKind = (typeof actionKinds)[number];

export interface Action {
  readonly kind: ActionKind;
  /** In lower case, without quotes and schema. Absent if it concerns no table. */
  readonly table?: string | undefined;
  /** The schema that is written before the table, in lower case. */
  readonly schema?: string | undefined;
  /** The column, constraint, index or other object, in lower case. */
  readonly name?: string | undefined;
  /** The new name of a rename, the target table of a foreign key, or the source table of rows. */
  readonly target?: string | undefined;
  /** The columns of an index or a foreign key, those that an `update` sets, or that an `insert … select` reads. */
  readonly columns?: readonly string[];
  /** The definition of an added or redefined column. */
  readonly definition?: ColumnDefinition;
  /** Whether a constraint is added without checking the rows: `not valid`, `with nocheck`. */
  readonly isUnchecked?: boolean;
  readonly definitions?: ReadonlyMap<string, ColumnDefinition>;
  /** The columns of the named foreign keys of a new table or column, by name. */
  readonly foreignKeys?: ReadonlyMap<string, readonly string[]>;
  /** Whether the columns of a new table are unknown, because a query defines them. */
  readonly isOpaque?: boolean;
  readonly part: StatementReader;
}

/** An action whose part defaults to the whole statement. */
export type ParsedAction = Omit<Action, "part"> & Partial<Pick<Action, "part">>;
