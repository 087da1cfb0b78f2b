import type { CheckedCondition, CheckedGroup } from "../../condition/checked.js";
import type { FieldValue } from "../../model/field-type.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { columnOf } from "./column-of.js";
import { parameter } from "./comparison-sql.js";
import { conditionShape } from "./condition-shape.js";
import { conditionToSql } from "./condition-sql.js";
import { sql } from "./kysely.js";
import { listedRows, listsOf, sharedFields } from "./listed-rows.js";
import { readWhere, whereToSql } from "./page-sql.js";
import { selectedColumn } from "./selection-sql.js";
import type { Read } from "./slot.js";
import type { Sql } from "./sql.js";
import type { SqlContext } from "./sql-context.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { BoundStatement, RepeatedStatement, Statement } from "./statement.js";
import { namesOf, type StatementBinder } from "./statement-binder.js";
import { tableName } from "./table-name.js";
import { insertedRows, type FoundSyntax, type Insert, type Returning } from "./write-syntax.js";

/** An update of records that may be there, each found by values of its own. */
export interface FoundUpdate {
  /** The fields of each record's values. */
  readonly given: readonly Field[];
  /** The fields that identify the record. */
  readonly matched: readonly Field[];
  readonly changed: readonly Field[];
  /** What the record must also meet. */
  readonly where: CheckedCondition | undefined;
}

function shapeOf({ given, matched, changed, where }: FoundUpdate): string {
  return `${namesOf(given)} ${namesOf(matched)} ${namesOf(changed)} ${conditionShape(where)}`;
}

/** The statements of one entity that write. */
export class WriteStatements {
  readonly #entity: Entity;
  readonly #binder: StatementBinder;
  readonly #dialect: SqlDialect;
  readonly #table: Sql;
  readonly #readable: readonly Field[];

  constructor(entity: Entity, binder: StatementBinder, dialect: SqlDialect) {
    this.#entity = entity;
    this.#binder = binder;
    this.#dialect = dialect;
    this.#table = tableName(entity);
    this.#readable = readableFields(entity);
  }

  /** Inserts records. Each is a list of the values of `fields`. */
  insert(
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    returning: Returning,
  ): BoundStatement {
    const key = `insert ${returning} ${this.#countIn(fields, records)} ${namesOf(fields)}`;
    return this.#binder.bindWrite(key, { records }, (context) =>
      this.#dialect.writes.insert(this.#inserted(fields, records, context), returning),
    );
  }

  /**
   * Inserts records and returns the keys that the database generates, in the same order.
   * @param isWhole Whether the statement fails unless it inserts all: see `orFails`.
   */
  insertInOrder(
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    isWhole = false,
  ): BoundStatement {
    const key = `insertInOrder ${isWhole} ${this.#countIn(fields, records)} ${namesOf(fields)}`;
    return this.#binder.bindWrite(key, { records }, (context) => {
      const write = this.#inserted(fields, records, context);
      const { insertInOrder, insert } = this.#dialect.writes;
      const packed = this.#packed(insertInOrder?.(write) ?? insert(write, "id"));
      return isWhole ? this.#orFails(packed, context) : packed;
    });
  }

  #orFails(write: Sql, { addSlot }: SqlContext): Sql {
    const { orFails } = this.#dialect.writes;
    if (orFails === undefined)
      throw new Error("This database has no statement that writes all records or none.");
    return sql`${write}${orFails(addSlot(({ records = [] }) => records.length))}`;
  }

  /** Inserts records with the keys that they have, also where the database counts keys up. Returns nothing. */
  copy(fields: readonly Field[], records: readonly (readonly unknown[])[]): BoundStatement {
    const key = `copy ${this.#countIn(fields, records)} ${namesOf(fields)}`;
    return this.#binder.bindWrite(key, { records }, (context) => {
      const write = this.#inserted(fields, records, context);
      return (
        this.#dialect.writes.copy?.(write) ?? sql`insert into ${this.#table} ${insertedRows(write, sql``)}`
      );
    });
  }

  /** Inserts records, one in each run. */
  insertEach(fields: readonly Field[], records: readonly (readonly unknown[])[]): RepeatedStatement {
    const { statement } = this.#binder.bindWrite(
      `insertInOrder runs ${namesOf(fields)}`,
      { records },
      (context) => {
        const write = { ...this.#write, fields, records: [this.#values(fields, context)] };
        return sql`insert into ${this.#table} ${insertedRows(write, sql``)}`;
      },
    );
    // The parameters of the text are the values of the fields, in order.
    const parametersAt = (run: number) => records[run] as readonly unknown[];
    return { statement, runs: { count: records.length, parametersAt, countsKeys: true } };
  }

  /**
   * Updates the record that has the values of `matched` and meets the condition, one in each run.
   * @param records The values of `matched`, then those of `fields`.
   */
  updateOfEach(
    matched: readonly Field[],
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    where: CheckedCondition | undefined,
  ): RepeatedStatement {
    const key = `updateEach runs ${namesOf(matched)} ${namesOf(fields)} ${conditionShape(where)}`;
    const { statement } = this.#binder.bindWrite(key, { where, records }, (context) => {
      const values = this.#values([...matched, ...fields], context);
      const changes = fields.map((field, index) =>
        this.#change(field, values[matched.length + index] as Sql),
      );
      const same = matched.map((field, index) => this.#isSame(field, values[index] as Sql));
      const condition = this.#andThat(where, context);
      return sql`update ${this.#table} set ${sql.join(changes)} where ${sql.join(same, sql` and `)}${condition}`;
    });
    return repeated(statement, where, records);
  }

  /**
   * Updates these fields of several records, each with values of its own.
   * @param they A condition for each record, by its key.
   */
  updateInCases(
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    they: readonly CheckedCondition[],
  ): BoundStatement {
    const where = { kind: "or", conditions: they } as const;
    const key = `updateInCases ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#binder.bindWrite(key, { where, records }, (context) => {
      const table = { entity: this.#entity, alias: undefined };
      const cases = they.map((it, record) => ({
        is: conditionToSql(it, partOf(record), context, table),
        values: this.#values(fields, context, record),
      }));
      const changes = fields.map(({ column }, index) => {
        const when = cases.map(({ is, values }) => sql`when ${is} then ${values[index]}`);
        return sql`${sql.id(column)} = case ${sql.join(when, sql` `)} else ${sql.id(column)} end`;
      });
      return sql`update ${this.#table} set ${sql.join(changes)}${whereToSql(where, this.#entity, context)}`;
    });
  }

  /** Selects the distance between keys that one statement counts up. `undefined` if an insert returns all of them. */
  keyStep(): BoundStatement | undefined {
    const { keyStep } = this.#dialect.writes;
    return keyStep && this.#binder.bind("keyStep", {}, () => keyStep);
  }

  /** Updates these fields of the records that match. */
  update(
    fields: readonly Field[],
    values: readonly unknown[],
    where: CheckedCondition,
    returning: Returning,
  ): BoundStatement {
    const key = `update ${returning} ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#binder.bindWrite(key, { where, records: [values] }, (context) => {
      const set = this.#values(fields, context);
      const changes = sql.join(fields.map((field, index) => this.#change(field, set[index] as Sql)));
      const write = { ...this.#write, changes, where: whereToSql(where, this.#entity, context) };
      const update = this.#dialect.writes.update(write, returning);
      return returning === "ids" ? this.#packed(update) : update;
    });
  }

  /**
   * Updates the records that have the values of `matched` and meet the condition, each with values of its own, and
   * returns their keys. `undefined` if the database has no such statement.
   * @param records The values of `matched`, then those of `fields`.
   * @param isWhole Whether the statement fails unless it updates all: see `orFails`.
   */
  updateEach(
    matched: readonly Field[],
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    where: CheckedCondition | undefined,
    isWhole = false,
  ): BoundStatement | undefined {
    const { updateEach, listed = (value: Sql) => value } = this.#dialect.writes;
    if (updateEach === undefined) return undefined;
    const all = [...matched, ...fields];
    const count = this.#countIn(all, records);
    const key = `updateEach ${isWhole} ${count} ${namesOf(matched)} ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#binder.bindWrite(key, { where, records }, (context) => {
      const given = all.map((field, index) => ({
        name: sql.id(`given ${index}`),
        column: sql.id(field.column),
      }));
      const nameAt = (index: number) => given[index]?.name as Sql;
      const changes = fields.map((field, index) => this.#change(field, nameAt(matched.length + index)));
      const same = matched.map((field, index) => this.#isSame(field, listed(nameAt(index), field)));
      const condition = this.#andThat(where, context);
      const rows = this.#inserted(all, records, context);
      const update = updateEach({
        ...this.#write,
        given,
        records: rows.records,
        listed: rows.listed,
        changes: sql.join(changes),
        where: sql` where ${sql.join(same, sql` and `)}${condition}`,
      });
      return isWhole ? this.#orFails(update, context) : update;
    });
  }

  /**
   * Updates the records that are there, and returns the place and the key of each: see `FoundSyntax`. `undefined` if
   * the database has no such statement, or not for these fields.
   * @param records The values of `given`.
   */
  updateFound(update: FoundUpdate, records: readonly (readonly unknown[])[]): BoundStatement | undefined {
    const { matched, changed, given, where } = update;
    const fields = [...matched, ...changed];
    const lists = listsOf(fields, this.#dialect);
    const { found } = this.#dialect.writes;
    if (found?.update === undefined || lists === undefined) return undefined;
    const { update: toSql } = found;
    const shared = sharedFields(fields, records, given);
    const key = `updateFound ${namesOf(shared)} ${shapeOf(update)}`;
    return this.#binder.bindWrite(key, { where, records }, (context) => {
      const names = fields.map((_, index) => sql.id(`given ${index}`));
      const place = sql.id("given place");
      const same = matched.map((field, index) => this.#isFound(field, names[index] as Sql, found));
      const changes = changed.map((field, index) =>
        this.#change(field, names[matched.length + index] as Sql),
      );
      return toSql({
        ...this.#write,
        names,
        place,
        listed: listedRows(fields, lists, context, { table: this.#table, given, shared, place }),
        changes: sql.join(changes),
        where: sql` where ${sql.join(same, sql` and `)}${this.#andThat(where, context)}`,
      });
    });
  }

  /** Selects the key of the record that an update finds, one in each run. */
  findOfEach(update: FoundUpdate, records: readonly (readonly unknown[])[]): RepeatedStatement {
    const { matched, given, where } = update;
    const { found } = this.#dialect.writes;
    const key = `findOfEach ${shapeOf(update)}`;
    const { statement } = this.#binder.bind(key, { where, records }, (context) => {
      const keys = this.#entity.keys.map((field) => selectedColumn(field, this.#dialect));
      const same = matched.map((field) => {
        const [value] = this.#values([field], context, 0, given) as readonly [Sql];
        return found === undefined ? this.#isSame(field, value) : this.#isFound(field, value, found);
      });
      const condition = this.#andThat(where, context);
      return sql`select ${sql.join(keys)} from ${this.#table} where ${sql.join(same, sql` and `)}${condition}`;
    });
    return repeated(statement, where, records);
  }

  /**
   * Updates records that were found, one in each run.
   * @param keys The keys of the records, in canonical form.
   */
  updateOfFound(
    update: FoundUpdate,
    records: readonly (readonly unknown[])[],
    keys: readonly (readonly unknown[])[],
  ): RepeatedStatement {
    const { changed, given, where } = update;
    const key = `updateOfFound ${shapeOf(update)}`;
    const { statement } = this.#binder.bindWrite(key, { where, records, keys: keys[0] ?? [] }, (context) => {
      const values = this.#values(changed, context, 0, given);
      const changes = changed.map((field, index) => this.#change(field, values[index] as Sql));
      const its = this.#entity.keys.map((field, index) => {
        const { toParameter } = columnOf(field, this.#dialect);
        const value = context.addSlot(
          ({ keys: its = [] }) => toParameter(its[index] as Exclude<FieldValue, null>),
          field,
        );
        return this.#isSame(field, parameter(value, field, this.#dialect));
      });
      const condition = this.#andThat(where, context);
      return sql`update ${this.#table} set ${sql.join(changes)} where ${sql.join(its, sql` and `)}${condition}`;
    });
    return repeated(statement, where, records, keys);
  }

  #isFound(field: Field, value: Sql, { isSame }: FoundSyntax): Sql {
    const others = isSame(sql.id(field.column), value, field);
    const equal = this.#isSame(field, value);
    return others === undefined ? equal : sql`${equal} and ${others}`;
  }

  #andThat(where: CheckedCondition | undefined, context: SqlContext): Sql {
    if (where === undefined) return sql``;
    return sql` and (${conditionToSql(where, readWhere, context, { entity: this.#entity, alias: undefined })})`;
  }

  #isSame(field: Field, value: Sql): Sql {
    const column = sql.id(field.column);
    return columnOf(field, this.#dialect).equals?.(column, value) ?? sql`${column} = ${value}`;
  }

  /** Deletes the records that match. */
  delete(where: CheckedCondition, returning: Returning): BoundStatement {
    const key = `delete ${returning} ${conditionShape(where)}`;
    return this.#binder.bindWrite(key, { where }, (context) => {
      const write = { ...this.#write, where: whereToSql(where, this.#entity, context) };
      const removal = this.#dialect.writes.delete(write, returning);
      return returning === "ids" ? this.#packed(removal) : removal;
    });
  }

  /** A row for each key, from the rows of `insertInOrder`, or of an update or delete that returns "ids". */
  keysOf(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
    const { packedKeys } = this.#dialect.writes;
    const { keys } = this.#entity;
    const [key] = keys;
    return key !== undefined && packedKeys?.takes(keys) === true && rows[0] !== undefined
      ? packedKeys.fromRow(rows[0], key)
      : rows;
  }

  /** A write that returns keys, with all of them in one row if the database has that. */
  #packed(write: Sql): Sql {
    const { packedKeys } = this.#dialect.writes;
    return packedKeys?.takes(this.#entity.keys) === true ? packedKeys.toSql(write) : write;
  }

  get #write() {
    return {
      entity: this.#entity,
      table: this.#table,
      keys: this.#entity.keys,
      readable: this.#readable,
      select: (field: Field) => selectedColumn(field, this.#dialect),
    };
  }

  #change(field: Field, value: Sql): Sql {
    const column = sql.id(field.column);
    const { kept } = columnOf(field, this.#dialect);
    const isKept = field.isNullable && kept !== undefined;
    return sql`${column} = ${isKept ? sql`coalesce(${value}, ${kept(column)})` : value}`;
  }

  /** @param given The fields of the record's values. */
  #values(
    fields: readonly Field[],
    { dialect, addSlot }: SqlContext,
    record = 0,
    given = fields,
  ): readonly Sql[] {
    return fields.map((field) =>
      parameter(addSlot(valueReader(record, given.indexOf(field)), field), field, dialect),
    );
  }

  /** What the text of a statement that takes these records depends on: their number, or what of them is in lists. */
  #countIn(fields: readonly Field[], records: readonly (readonly unknown[])[]): string {
    const areListed = records.length > 1 && listsOf(fields, this.#dialect) !== undefined;
    return areListed ? `lists but ${namesOf(sharedFields(fields, records))}` : String(records.length);
  }

  #inserted(fields: readonly Field[], records: readonly (readonly unknown[])[], context: SqlContext): Insert {
    const lists = records.length > 1 ? listsOf(fields, this.#dialect) : undefined;
    if (lists !== undefined)
      return {
        ...this.#write,
        fields,
        records: [],
        listed: listedRows(fields, lists, context, {
          table: this.#table,
          shared: sharedFields(fields, records),
        }),
      };
    const values = records.map((_, record) => this.#values(fields, context, record));
    return { ...this.#write, fields, records: values };
  }
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
  records: readonly (readonly unknown[])[],
  keys?: readonly (readonly unknown[])[],
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

function valueReader(record: number, index: number): Read<unknown> {
  return ({ records }) => records?.[record]?.[index];
}

/** Reads one of the conditions that a source joins with "or". */
function partOf(index: number): Read<CheckedCondition> {
  return ({ where }) => (where as CheckedGroup).conditions[index] as CheckedCondition;
}
