import type { CheckedCondition } from "../../../condition/checked.js";
import type { FieldValue } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { columnOf } from "../column-of.js";
import { parameter } from "../where/comparison-sql.js";
import { conditionShape } from "../where/condition-shape.js";
import { sql } from "kysely";
import type { Sql } from "../sql.js";
import { whereToSql } from "../page-sql.js";
import { selectedColumn } from "../selection-sql.js";
import type { BoundStatement, RecordValues, RepeatedStatement, Statement } from "../statement.js";
import { namesOf } from "../statement-binder.js";
import { tableName } from "../table-name.js";
import { foundShape, WriteParts, type FoundUpdate } from "./write-parts.js";
import { insertedRows, type NamedTable } from "./write-syntax.js";

/** The statements that write one record of an entity in each run: see `WriteSyntax.runsEach`. */
export class RepeatedWrites extends WriteParts {
  /** Inserts records, one in each run. @param countsKeys Whether the generated keys are needed. Default: yes. */
  insert(fields: readonly Field[], records: RecordValues, countsKeys = true): RepeatedStatement {
    const key = `insertInOrder runs ${namesOf(fields)}`;
    const { statement } = this.binder.bindWrite(key, { records }, (context) => {
      const write = { ...this.written, fields, records: [this.values(fields, context)] };
      return sql`insert into ${this.table} ${insertedRows(write, sql``)}`;
    });
    return repeatedInOrder(statement, fields.length, undefined, records, countsKeys);
  }

  /**
   * A function that inserts records, one in each run, with a number: see `openNumber`. A record's values are those of the
   * fields, and the least number.
   * @param closed The table that has the last number that is closed, in a column of the same name.
   * @throws {Error} without `openNumber`.
   */
  numberedInsert(
    fields: readonly Field[],
    number: Field,
    closed: NamedTable,
  ): (records: RecordValues) => RepeatedStatement {
    const all = [...fields, number];
    const { statement } = this.binder.bindWrite(`numberedInsert runs ${namesOf(all)}`, {}, (context) => {
      const values = this.values(all, context);
      const column = sql.id(number.column);
      const largest = [this.table, tableName(closed)].map(
        (table) => sql`coalesce((select max(${column}) from ${table}), 0)`,
      ) as [Sql, Sql];
      const next = this.dialect.writes.openNumber?.(...largest, values.at(-1) as Sql);
      if (next === undefined) throw new Error("This database cannot number a row when it is inserted.");
      const write = { ...this.written, fields: all, records: [[...values.slice(0, -1), next]] };
      return sql`insert into ${this.table} ${insertedRows(write, sql``)}`;
    });
    return (records) => repeatedInOrder(statement, all.length, undefined, records, false);
  }

  /** Selects the largest number. */
  largest(number: Field): BoundStatement {
    const column = sql.id(number.column);
    return this.binder.bind(
      `largest ${number.name}`,
      {},
      () => sql`select max(${column}) from ${this.table}`,
    );
  }

  /**
   * Updates the record that has the values of `matched` and meets the condition, one in each run.
   * @param records The values of `fields`, then those of `matched`.
   */
  update(
    matched: readonly Field[],
    fields: readonly Field[],
    records: RecordValues,
    where: CheckedCondition | undefined,
  ): RepeatedStatement {
    const key = `updateEach runs ${namesOf(matched)} ${namesOf(fields)} ${conditionShape(where)}`;
    const { statement } = this.binder.bindWrite(key, { where, records }, (context) => {
      const values = this.values([...fields, ...matched], context);
      const isIt = this.whereSame(matched, values.slice(fields.length), where, context);
      return sql`update ${this.table} set ${this.changes(fields, values)}${isIt}`;
    });
    return repeatedInOrder(statement, fields.length + matched.length, where, records, false);
  }

  /** Updates these fields of all records that match, in one run. */
  updateAll(
    fields: readonly Field[],
    values: readonly unknown[],
    where: CheckedCondition,
  ): RepeatedStatement {
    const key = `updateAll runs ${namesOf(fields)} ${conditionShape(where)}`;
    return once(
      this.binder.bindWrite(key, { where, records: [values] }, (context) => {
        const changes = this.changes(fields, this.values(fields, context));
        return sql`update ${this.table} set ${changes}${whereToSql(where, this.entity, context)}`;
      }),
    );
  }

  /** Deletes all records that match, in one run. */
  deleteAll(where: CheckedCondition): RepeatedStatement {
    return once(
      this.binder.bindWrite(
        `deleteAll runs ${conditionShape(where)}`,
        { where },
        (context) => sql`delete from ${this.table}${whereToSql(where, this.entity, context)}`,
      ),
    );
  }

  /** Deletes the records that match, and returns these fields of them. */
  deleteReturning(fields: readonly Field[], where: CheckedCondition): BoundStatement {
    const key = `delete returning ${namesOf(fields)} ${conditionShape(where)}`;
    return this.binder.bindWrite(key, { where }, (context) => {
      const matching = whereToSql(where, this.entity, context);
      return this.dialect.writes.delete({ ...this.written, readable: fields, where: matching }, "record");
    });
  }

  /** Selects the key of the record that an update finds, one in each run. */
  find(update: FoundUpdate, records: RecordValues): RepeatedStatement {
    const { matched, given, isExact, where } = update;
    const key = `findOfEach ${foundShape(update)}`;
    const { statement } = this.binder.bind(key, { where, records }, (context) => {
      const keys = this.entity.keys.map((field) => selectedColumn(field, this.dialect));
      const values = this.values(matched, context, 0, given);
      return sql`select ${sql.join(keys)} from ${this.table}${this.whereSame(matched, values, where, context, isExact)}`;
    });
    const { runs } = repeated(statement, where, records);
    return { statement, runs: { ...runs, findsOne: this.entity.keys.length === 1 } };
  }

  /** Updates records that were found, one in each run. @param keys The keys of the records, in canonical form. */
  updateFound(update: FoundUpdate, records: RecordValues, keys: RecordValues): RepeatedStatement {
    const { changed, given, where } = update;
    const key = `updateOfFound ${foundShape(update)}`;
    const { statement } = this.binder.bindWrite(key, { where, records, keys: keys[0] ?? [] }, (context) => {
      const changes = this.changes(changed, this.values(changed, context, 0, given));
      const its = this.entity.keys.map((field, index) => {
        const { toParameter } = columnOf(field, this.dialect);
        const value = context.addSlot(
          ({ keys: its = [] }) => toParameter(its[index] as Exclude<FieldValue, null>),
          field,
        );
        return parameter(value, field, this.dialect);
      });
      return sql`update ${this.table} set ${changes}${this.whereSame(this.entity.keys, its, where, context)}`;
    });
    return repeated(statement, where, records, keys);
  }
}

function once({ statement, parameters }: BoundStatement): RepeatedStatement {
  return { statement, runs: { count: 1, parametersAt: () => parameters } };
}

/**
 * Runs a statement for each record. Its first slots read the record's values in their order, and the next ones those of
 * the condition. The values are the parameters as they are, unless the text has a parameter of the condition, or a value
 * twice, as a column's syntax may have it.
 * @param count The number of values of a record.
 */
function repeatedInOrder(
  statement: Statement,
  count: number,
  where: CheckedCondition | undefined,
  records: RecordValues,
  countsKeys: boolean,
): RepeatedStatement {
  const { slots } = statement;
  const isAsGiven = slots.length === count && slots.every(({ index }, place) => index === place);
  const parametersAt = isAsGiven
    ? (run: number) => records[run] as readonly unknown[]
    : repeated(statement, where, records).runs.parametersAt;
  return { statement, runs: { count: records.length, parametersAt, countsKeys } };
}

interface RunSource {
  where: CheckedCondition | undefined;
  records: [readonly unknown[]];
  keys: readonly unknown[];
}

/** Runs a statement for each record. @param keys Those of the records, if the statement has them. */
function repeated(
  statement: Statement,
  where: CheckedCondition | undefined,
  records: RecordValues,
  keys?: RecordValues,
): RepeatedStatement {
  const { slots } = statement;
  // The same objects for all runs.
  const source: RunSource = { where, records: [[]], keys: [] };
  const parameters: unknown[] = slots.map(() => null);
  const parametersAt = (run: number) => {
    source.records[0] = records[run] as readonly unknown[];
    if (keys !== undefined) source.keys = keys[run] as readonly unknown[];
    for (let index = 0; index < slots.length; index++) parameters[index] = slots[index]?.read(source);
    return parameters;
  };
  return { statement, runs: { count: records.length, parametersAt } };
}
