import type { CheckedCondition, CheckedGroup } from "../../../condition/checked.js";
import type { Field } from "../../../model/model.js";
import { parameter } from "../where/comparison-sql.js";
import { conditionShape } from "../where/condition-shape.js";
import { conditionToSql } from "../where/condition-sql.js";
import { sql } from "kysely";
import { listedRows, listsOf, sharedFields } from "./listed-rows.js";
import { beyondToSql, whereToSql } from "../page-sql.js";
import type { SlotReader, Source } from "../slot.js";
import type { Sql } from "../sql.js";
import type { SqlContext } from "../sql-context.js";
import type { BoundStatement, RecordValues } from "../statement.js";
import { RepeatedWrites } from "./repeated-writes.js";
import { jsonOfFields, jsonOfKey, writesJson, type RowAbout } from "./row-about.js";
import { namesOf } from "../statement-binder.js";
import { foundShape, WriteParts, type FoundUpdate } from "./write-parts.js";
import { tableName } from "../table-name.js";
import { BEFORE, insertedRows, WRITTEN, type Insert, type Returning } from "./write-syntax.js";

export class WriteStatements extends WriteParts {
  /** The statements that run for each record. */
  readonly each = new RepeatedWrites(this.entity, this.binder, this.dialect);

  /**
   * Inserts records. Each is a list of the values of `fields`.
   * @param isChecked Whether the insert of one record fails if it is skipped: see `unlessSkipped`. Default: no.
   */
  insert(
    fields: readonly Field[],
    records: RecordValues,
    returning: Returning,
    isChecked = false,
  ): BoundStatement {
    const key = `insert ${returning} ${isChecked} ${this.#countIn(fields, records)} ${namesOf(fields)}`;
    return this.binder.bindWrite(key, { records }, (context) => {
      const insert = this.dialect.writes.insert(this.#inserted(fields, records, context), returning);
      return isChecked ? this.#unlessSkipped(insert) : insert;
    });
  }

  /**
   * Inserts a record, and a row about it. `undefined` if the database has no such statement, or does not write the JSON
   * of the key.
   */
  insertWithRow(
    fields: readonly Field[],
    values: readonly unknown[],
    returning: Returning,
    row: RowAbout,
  ): BoundStatement | undefined {
    const { withRow, insert } = this.dialect.writes;
    if (withRow === undefined || !writesJson(this.entity.keys, this.dialect)) return undefined;
    const key = `insert with row ${returning} ${namesOf(fields)}`;
    return this.binder.bindWrite(key, { records: [values, row.values] }, (context) =>
      withRow({
        write: insert(this.#inserted(fields, [values], context), returning),
        // Null, which fails, if a new trigger skips the record.
        row: this.#insertedRow(
          row,
          [row.key],
          sql`(select ${jsonOfKey(this.entity, this.dialect, WRITTEN)} from ${WRITTEN})`,
          context,
        ),
      }),
    );
  }

  /**
   * Updates or deletes a record, and adds a row about it with values that it had before. `undefined` if the database has
   * no such statement, or does not write the JSON of these values.
   * @param set `undefined` for a delete.
   */
  changeWithRow(
    set: { readonly fields: readonly Field[]; readonly values: readonly unknown[] } | undefined,
    where: CheckedCondition,
    returning: Returning,
    row: RowAbout,
  ): BoundStatement | undefined {
    const { withRow, update, delete: remove } = this.dialect.writes;
    if (withRow === undefined || ![this.entity.keys, row.kept].every((all) => writesJson(all, this.dialect)))
      return undefined;
    const { fields, values } = set ?? { fields: [], values: [] };
    const key = `${set === undefined ? "delete" : "update"} with row ${returning} ${namesOf(fields)} ${conditionShape(where)}`;
    return this.binder.bindWrite(key, { where, records: [values, row.values] }, (context) => {
      const [keyText, former] = [
        jsonOfKey(this.entity, this.dialect, this.table),
        jsonOfFields(row.kept, this.dialect),
      ];
      const before = this.dialect.locked({
        columns: sql`${keyText} as "key", ${former} as "former"`,
        table: this.table,
        where: whereToSql(where, this.entity, context),
      });
      // Locks the record first: what a concurrent transaction changes before is read and checked.
      const isLocked = sql` where exists (select 1 from ${BEFORE})${this.andThat(where, context)}`;
      const change = { ...this.written, where: isLocked };
      const write =
        set === undefined
          ? remove(change, returning)
          : update({ ...change, changes: this.changes(fields, this.values(fields, context)) }, returning);
      const isWritten = sql` from ${BEFORE} where exists (select 1 from ${WRITTEN})`;
      const inserted = this.#insertedRow(row, [row.key, row.former], sql`"key", "former"`, context);
      return withRow({ before, write, row: sql`${inserted}${isWritten}` });
    });
  }

  /** `insert into … select …`, with these values and those of the row. */
  #insertedRow(row: RowAbout, first: readonly Field[], selected: Sql, context: SqlContext): Sql {
    const columns = [...first, ...row.fields].map(({ column }) => sql.id(column));
    const values = sql.join([selected, ...this.values(row.fields, context, 1)]);
    return sql`insert into ${tableName(row.table)} (${sql.join(columns)}) select ${values}`;
  }

  #unlessSkipped(write: Sql, where?: Sql): Sql {
    const { unlessSkipped } = this.dialect.writes.skipping ?? {};
    if (unlessSkipped === undefined)
      throw new Error("This database has no write that fails if it is skipped.");
    const isThere = where && sql`exists (select 1 from ${this.table}${where})`;
    return unlessSkipped(write, this.entity, isThere);
  }

  /** The number of records that a write by a condition must count: those that match, if the table may skip some. */
  #matched(where: Sql): Sql {
    const skipping = this.dialect.writes.skipping?.toSql(this.entity) ?? sql`select 'never'`;
    return sql`case when (${skipping}) = 'never' then count(*) else (select count(*) from ${this.table}${where}) end`;
  }

  /** An update or a delete that fails if the table skips a record. */
  #checked(change: Sql, returning: Returning, where: () => Sql): Sql {
    return returning === "count"
      ? sql`${change}${this.dialect.writes.orFails?.(this.#matched(where())) ?? sql``}`
      : this.#unlessSkipped(change, where());
  }

  /**
   * Inserts records and returns the keys that the database generates, in the same order.
   * @param isWhole Whether the statement fails unless it inserts all: see `orFails`. Default: no.
   * @param countsKey See `WriteSyntax.insertInOrder`. Default: no.
   */
  insertInOrder(
    fields: readonly Field[],
    records: RecordValues,
    { isWhole = false, countsKey = false }: { readonly isWhole?: boolean; readonly countsKey?: boolean } = {},
  ): BoundStatement {
    const key = `insertInOrder ${isWhole} ${countsKey} ${this.#countIn(fields, records)} ${namesOf(fields)}`;
    return this.binder.bindWrite(key, { records }, (context) => {
      const write = this.#inserted(fields, records, context);
      const { insertInOrder, insert } = this.dialect.writes;
      const packed = this.#packed(insertInOrder?.(write, countsKey) ?? insert(write, "id"));
      return isWhole ? this.#orFails(packed, context) : packed;
    });
  }

  #orFails(write: Sql, { addSlot }: SqlContext): Sql {
    const { orFails } = this.dialect.writes;
    if (orFails === undefined)
      throw new Error("This database has no statement that writes all records or none.");
    return sql`${write}${orFails(addSlot(({ records = [] }) => records.length))}`;
  }

  /** Inserts records with given keys, even if the database generates keys. Returns nothing. */
  copy(fields: readonly Field[], records: RecordValues): BoundStatement {
    const key = `copy ${this.#countIn(fields, records)} ${namesOf(fields)}`;
    return this.binder.bindWrite(key, { records }, (context) => {
      const write = this.#inserted(fields, records, context);
      return (
        this.dialect.writes.copies?.insert(write) ??
        sql`insert into ${this.table} ${insertedRows(write, sql``)}`
      );
    });
  }

  /**
   * Updates these fields of several records, each to its own values.
   * @param they A condition for each record, by its key.
   */
  updateInCases(
    fields: readonly Field[],
    records: RecordValues,
    they: readonly CheckedCondition[],
  ): BoundStatement {
    const where = { kind: "or", conditions: they } as const;
    const key = `updateInCases ${namesOf(fields)} ${conditionShape(where)}`;
    return this.binder.bindWrite(key, { where, records }, (context) => {
      const table = { entity: this.entity, alias: undefined };
      const cases = they.map((it, record) => ({
        is: conditionToSql(it, partOf(record), context, table),
        values: this.values(fields, context, record),
      }));
      const changes = fields.map(({ column }, index) => {
        const when = cases.map(({ is, values }) => sql`when ${is} then ${values[index]}`);
        return sql`${sql.id(column)} = case ${sql.join(when, sql` `)} else ${sql.id(column)} end`;
      });
      return sql`update ${this.table} set ${sql.join(changes)}${whereToSql(where, this.entity, context)}`;
    });
  }

  /** Counts the next keys of these fields. `undefined` if the database has no such expression. */
  nextKeys(keys: readonly Field[]): BoundStatement | undefined {
    const { nextKey } = this.dialect.writes.skipping ?? {};
    if (nextKey === undefined) return undefined;
    const values = () => keys.map((key) => nextKey(this.entity, key));
    return this.binder.bindWrite(`nextKeys ${namesOf(keys)}`, {}, () => sql`select ${sql.join(values())}`);
  }

  /** Selects how the table skips rows. `undefined` if none does. */
  skipping(): BoundStatement | undefined {
    const { skipping } = this.dialect.writes;
    return skipping && this.binder.bind("skipping of the table", {}, () => skipping.toSql(this.entity));
  }

  /**
   * Selects the distance between the generated keys of one statement. `undefined` if an insert returns all of them.
   */
  keyStep(): BoundStatement | undefined {
    const { keyStep } = this.dialect.writes;
    return keyStep && this.binder.bind("keyStep", {}, () => keyStep);
  }

  /**
   * Updates these fields of the records that match.
   * @param most Updates none if more match. Only with `limitsItself`. Default: no limit.
   * @param isChecked Whether it fails if a record is skipped, for one record or a count. Default: no.
   */
  update(
    fields: readonly Field[],
    values: readonly unknown[],
    where: CheckedCondition,
    returning: Returning,
    most?: number,
    isChecked = false,
  ): BoundStatement {
    const key = `update ${returning} ${isChecked} ${most !== undefined} ${namesOf(fields)} ${conditionShape(where)}`;
    return this.binder.bindWrite(key, { where, records: [values], ...limitOf(most) }, (context) => {
      const changes = this.changes(fields, this.values(fields, context));
      const matching = () => this.#matching(where, most, context);
      const update = this.dialect.writes.update({ ...this.written, changes, where: matching() }, returning);
      if (isChecked) return this.#checked(update, returning, matching);
      return returning === "ids" ? this.#packed(update) : update;
    });
  }

  /**
   * Updates the records that have the values of `matched` and meet the condition, each to its own values, and returns
   * their keys. `undefined` if the database has no such statement.
   * @param records The values of `fields`, then those of `matched`.
   * @param isWhole Whether the statement fails unless it updates all: see `orFails`.
   */
  updateEach(
    matched: readonly Field[],
    fields: readonly Field[],
    records: RecordValues,
    where: CheckedCondition | undefined,
    isWhole = false,
  ): BoundStatement | undefined {
    const { updateEach } = this.dialect.writes;
    if (updateEach === undefined) return undefined;
    const { toSql, document, listed = (value: Sql) => value } = updateEach;
    const all = [...fields, ...matched];
    const count = document === undefined ? this.#countIn(all, records) : "document";
    const key = `updateEach ${isWhole} ${count} ${namesOf(matched)} ${namesOf(fields)} ${conditionShape(where)}`;
    return this.binder.bindWrite(key, { where, records }, (context) => {
      const given = all.map((field, index) => ({
        name: sql.id(`given ${index}`),
        column: sql.id(field.column),
      }));
      const values = given.map(({ name }, index) => {
        const field = all[index] as Field;
        return document === undefined ? name : parameter(document.value(name, field), field, this.dialect);
      });
      const compared = matched.map((field, index) => listed(values[fields.length + index] as Sql, field));
      const isIt = this.whereSame(matched, compared, where, context);
      const rows =
        document === undefined
          ? this.#inserted(all, records, context)
          : {
              records: [],
              listed: document.toSql(
                context.addSlot((source) => document.toParameter(source.records ?? [])),
                given.map(({ name }) => name),
              ),
            };
      const update = toSql({
        ...this.written,
        given,
        records: rows.records,
        listed: rows.listed,
        changes: this.changes(fields, values),
        where: isIt,
      });
      return isWhole ? this.#orFails(update, context) : update;
    });
  }

  /**
   * Updates the existing records, and returns the position and the key of each: see `UpdateExistingSyntax`. `undefined` if the
   * database has no such statement, or not for these fields.
   * @param records The values of `given`.
   */
  updateFound(update: FoundUpdate, records: RecordValues): BoundStatement | undefined {
    const { matched, changed, given, isExact, where } = update;
    const fields = [...matched, ...changed];
    const lists = listsOf(fields, this.dialect);
    const { ofList } = this.dialect.writes.found ?? {};
    if (ofList === undefined || lists === undefined) return undefined;
    const shared = sharedFields(fields, records, given);
    const key = `updateFound ${namesOf(shared)} ${foundShape(update)}`;
    return this.binder.bindWrite(key, { where, records }, (context) => {
      const names = fields.map((_, index) => sql.id(`given ${index}`));
      const place = sql.id("given place");
      return ofList.toSql({
        ...this.written,
        names,
        place,
        listed: listedRows(fields, lists, context, { table: this.table, given, shared, place }),
        changes: this.changes(changed, names.slice(matched.length)),
        where: this.whereSame(matched, names, where, context, isExact),
      });
    });
  }

  /** Deletes the records that match. See `update`. */
  delete(where: CheckedCondition, returning: Returning, most?: number, isChecked = false): BoundStatement {
    const key = `delete ${returning} ${isChecked} ${most !== undefined} ${conditionShape(where)}`;
    return this.binder.bindWrite(key, { where, ...limitOf(most) }, (context) => {
      const matching = () => this.#matching(where, most, context);
      const removal = this.dialect.writes.delete({ ...this.written, where: matching() }, returning);
      if (isChecked) return this.#checked(removal, returning, matching);
      return returning === "ids" ? this.#packed(removal) : removal;
    });
  }

  #matching(where: CheckedCondition, most: number | undefined, context: SqlContext): Sql {
    if (most === undefined) return whereToSql(where, this.entity, context);
    const more = beyondToSql(where, this.entity, context);
    return sql` where not exists (${more})${this.andThat(where, context)}`;
  }

  /** A row for each key, from the rows of `insertInOrder`, or of an update or delete that returns "ids". */
  keysOf(rows: RecordValues): RecordValues {
    const { packedKeys } = this.dialect.writes;
    const { keys } = this.entity;
    const [key] = keys;
    return key !== undefined && packedKeys?.takes(keys) === true && rows[0] !== undefined
      ? packedKeys.fromRow(rows[0], key)
      : rows;
  }

  /** A write that returns keys, in one row if the database supports that. */
  #packed(write: Sql): Sql {
    const { packedKeys } = this.dialect.writes;
    return packedKeys?.takes(this.entity.keys) === true ? packedKeys.toSql(write) : write;
  }

  /** The part of a shape that depends on the records: their number, or the fields that are sent as lists. */
  #countIn(fields: readonly Field[], records: RecordValues): string {
    const areListed = records.length > 1 && listsOf(fields, this.dialect) !== undefined;
    return areListed ? `lists but ${namesOf(sharedFields(fields, records))}` : String(records.length);
  }

  #inserted(fields: readonly Field[], records: RecordValues, context: SqlContext): Insert {
    const lists = records.length > 1 ? listsOf(fields, this.dialect) : undefined;
    if (lists !== undefined)
      return {
        ...this.written,
        fields,
        records: [],
        listed: listedRows(fields, lists, context, {
          table: this.table,
          shared: sharedFields(fields, records),
        }),
      };
    const values = records.map((_, record) => this.values(fields, context, record));
    return { ...this.written, fields, records: values };
  }
}

function limitOf(most: number | undefined): Pick<Source, "take" | "skip"> {
  return most === undefined ? {} : { take: 1, skip: most };
}

/** Reads one of the conditions that a source joins with "or". */
function partOf(index: number): SlotReader<CheckedCondition> {
  return ({ where }) => (where as CheckedGroup).conditions[index] as CheckedCondition;
}
