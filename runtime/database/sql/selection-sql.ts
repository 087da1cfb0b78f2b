import { sql } from "kysely";
import type { CheckedCondition } from "../../condition/checked.js";
import type { Field } from "../../model/model.js";
import { conditionToSql } from "./where/condition-sql.js";
import type { SqlContext, TableInStatement } from "./sql-context.js";
import { columnOf } from "./column-of.js";
import { haveKey, isRelated, relatedTables, type Outer, type PointingKey } from "./where/relation-sql.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";
import {
  rowFields,
  targetRowFields,
  type FieldGuard,
  type SelectedCount,
  type SelectedFields,
  type SelectedRecord,
  type SelectedReference,
  type SelectedTarget,
  type Selection,
} from "./selection.js";
import type { SlotReader } from "./slot.js";
import { columnName, tableName } from "./table-name.js";

/** A selection as SQL, both for the entity's table alone and for a derived table `page` with joins. */
export interface SelectionSql {
  /** The columns selected from the entity's table: the fields of a row, then 1 or 0 for each guard. */
  readonly columns: readonly Sql[];
  /** The columns that `page` selects from the entity's table. */
  readonly inner: readonly Sql[];
  /** The columns selected from `page` and its joins, in the order of `RowLayout`. */
  readonly outer: readonly Sql[];
  /** ` left join …` for each reference. */
  readonly joins: Sql;
}

interface SelectionContext extends SqlContext {
  /** The page's name as a derived table. */
  readonly page: string;
}

/** Whether the selection requires a derived table. */
export function needsPage({ references, counts }: SelectedRecord): boolean {
  return references.length > 0 || counts.length > 0;
}

/** The SQL for a `page` that has all selected columns. */
export function selectionToSql(selection: Selection, context: SelectionContext): SelectionSql {
  return recordToSql(selection, readSelection, context, undefined);
}

/**
 * The SQL for records of `table`, from which `page` selects everything that is needed.
 * @param table The alias of the records' own table within `page`, if it has one.
 */
export function recordToSql(
  record: SelectedRecord,
  read: SlotReader<SelectedRecord>,
  context: SelectionContext,
  table: string | undefined,
): SelectionSql {
  const { dialect, page } = context;
  const row = rowFields(record);
  const columns = ownColumns(record, read, row, context, table);
  // Joins use the stored key, which may differ from the selected one.
  const isInRow = (field: Field) => columnOf(field, dialect).select === undefined && row.includes(field);
  const keys = new Set([
    ...record.references.flatMap((reference) => reference.keys),
    ...record.counts.flatMap(({ relation }) => relation.sourceFields),
  ]);
  const others = [...keys].filter((field) => !isInRow(field));
  const related = relatedColumns(record, read, context, (field) =>
    sql.id(page, isInRow(field) ? `c${row.indexOf(field)}` : `k${others.indexOf(field)}`),
  );
  return {
    columns,
    inner: [
      ...named(columns, "c"),
      ...named(
        others.map((field) => columnName(field, table)),
        "k",
      ),
    ],
    outer: [...columns.map((_, index) => sql.id(page, `c${index}`)), ...related.columns],
    joins: related.joins,
  };
}

/** The alias of the entity's own table when it is joined to a page of keys. */
const OWN = "own";

/** The SQL for a `page` with only the keys. */
export function selectionByKeysToSql(selection: Selection, context: SelectionContext): SelectionSql {
  const { entity } = selection;
  const { page } = context;
  const columns = ownColumns(selection, readSelection, rowFields(selection), context, OWN);
  const related = relatedColumns(selection, readSelection, context, (field) => sql.id(OWN, field.column));
  const isKey = entity.keys.map(
    ({ column }, index) => sql`${sql.id(OWN, column)} = ${sql.id(page, `k${index}`)}`,
  );
  return {
    columns,
    inner: named(
      entity.keys.map(({ column }) => sql.id(column)),
      "k",
    ),
    outer: [...columns, ...related.columns],
    // A left join, although every record exists, so that the page is read first.
    joins: sql` left join ${tableName(entity)} as ${sql.id(OWN)} on ${sql.join(isKey, sql` and `)}${related.joins}`,
  };
}

/** Adds aliases: `c0`, `c1`, … */
export function named(values: readonly Sql[], prefix: string): readonly Sql[] {
  return values.map((value, index) => sql`${value} as ${sql.id(`${prefix}${index}`)}`);
}

/** The columns selected from the table of one part of the selection. */
function ownColumns(
  part: SelectedFields,
  read: SlotReader<SelectedFields>,
  row: readonly Field[],
  context: SqlContext,
  table?: string,
): readonly Sql[] {
  return [
    ...row.map((field) => selectedColumn(field, context.dialect, table)),
    ...part.guards.map(({ condition }, index) => {
      const holds = conditionToSql(condition, guardReader(read, index), context, {
        entity: part.entity,
        alias: table,
      });
      return sql`case when ${holds} then 1 else 0 end`;
    }),
  ];
}

/** The counts of a record, and the joins to the records that it refers to with their columns. */
function relatedColumns(
  { entity, references, counts }: SelectedRecord,
  read: SlotReader<SelectedRecord>,
  context: SqlContext,
  valueOf: (key: Field) => Sql,
  prefix = "",
) {
  const outer = { source: entity, valueOf };
  const counted = counts.map((count, index) => {
    const alias = `n${prefix}${index}`;
    const { tables, matching } = relatedRows(count, countReader(read, index), outer, alias, context);
    return sql`(select count(*) from ${tables} where ${matching})`;
  });
  const joined = references.map((reference, index) => {
    const key = { ...outer, fields: reference.keys, isReferredTo: reference.isInverse };
    const target = { ...reference, read: referenceReader(read, index) };
    return joinTarget(target, key, { ...context, alias: `r${prefix}${index}`, prefix: `${prefix}${index}_` });
  });
  return {
    columns: [...counted, ...joined.flatMap(({ columns }) => columns)],
    joins: sql.join(
      joined.map(({ join }) => join),
      sql``,
    ),
  };
}

/** The records that a relation leads to, and that the caller may see: their tables, and the condition for them. */
export function relatedRows(
  { relation, rows }: Pick<SelectedCount, "relation" | "rows">,
  read: SlotReader<CheckedCondition>,
  outer: Outer,
  alias: string,
  context: SqlContext,
) {
  const { tables, key } = relatedTables(relation, alias, context);
  const matching = isRelated(relation, key, outer, context);
  const visible = alsoTo(rows, read, { entity: relation.target, alias }, context);
  return { tables, matching: sql`${matching}${visible}` };
}

/** ` and …`, or nothing. */
export function alsoTo(
  rows: CheckedCondition | undefined,
  read: SlotReader<CheckedCondition>,
  table: TableInStatement,
  context: SqlContext,
): Sql {
  return rows === undefined ? sql`` : sql` and ${conditionToSql(rows, read, context, table)}`;
}

// As in `condition-sql.ts`, readers are created in functions of their own.
const readSelection: SlotReader<Selection> = ({ selection }) => selection as Selection;

function referenceReader(read: SlotReader<SelectedRecord>, index: number): SlotReader<SelectedTarget> {
  return (source) => read(source).references[index] as SelectedTarget;
}

function countReader(read: SlotReader<SelectedRecord>, index: number): SlotReader<CheckedCondition> {
  return (source) => (read(source).counts[index] as SelectedCount).rows as CheckedCondition;
}

function guardReader(read: SlotReader<SelectedFields>, index: number): SlotReader<CheckedCondition> {
  return (source) => (read(source).guards[index] as FieldGuard).condition;
}

export function rowsReader(read: SlotReader<SelectedTarget>): SlotReader<CheckedCondition> {
  return (source) => read(source).rows as CheckedCondition;
}

type JoinedTarget = SelectedTarget &
  Pick<SelectedReference, "targetKeys"> & { readonly read: SlotReader<SelectedTarget> };

/** The join to the record that a key refers to, limited to records that the caller may see, and its columns. */
export function joinTarget(
  target: JoinedTarget,
  key: PointingKey,
  context: SqlContext & { readonly alias: string; readonly prefix: string },
): { readonly join: Sql; readonly columns: readonly Sql[] } {
  const { alias, prefix } = context;
  const { entity, rows, read } = target;
  const visible = alsoTo(rows, rowsReader(read), { entity, alias }, context);
  const valueOf = (field: Field) => sql.id(alias, field.column);
  const related = relatedColumns(target, read, context, valueOf, prefix);
  return {
    join: sql` left join ${tableName(entity)} as ${sql.id(alias)} on ${haveKey(alias, entity, target.targetKeys, key, context)}${visible}${related.joins}`,
    columns: [...ownColumns(target, read, targetRowFields(target), context, alias), ...related.columns],
  };
}

export function selectedColumn(field: Field, dialect: SqlDialect, table?: string): Sql {
  const id = columnName(field, table);
  return columnOf(field, dialect).select?.(id) ?? id;
}
