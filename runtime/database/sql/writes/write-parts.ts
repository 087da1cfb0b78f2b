import type { CheckedCondition } from "../../../condition/checked.js";
import { readableFields } from "../../../model/fields.js";
import type { Entity, Field } from "../../../model/model.js";
import { columnOf } from "../column-of.js";
import { parameter } from "../where/comparison-sql.js";
import { conditionShape } from "../where/condition-shape.js";
import { conditionToSql } from "../where/condition-sql.js";
import { sql } from "kysely";
import { readWhere } from "../page-sql.js";
import { selectedColumn } from "../selection-sql.js";
import type { SlotReader } from "../slot.js";
import type { Sql } from "../sql.js";
import type { SqlContext } from "../sql-context.js";
import type { SqlDialect } from "../sql-dialect.js";
import { namesOf, type StatementBinder } from "../statement-binder.js";
import { tableName } from "../table-name.js";

/** An update of records that may exist, each found by its own values. */
export interface FoundUpdate {
  /** The fields of each record's values. */
  readonly given: readonly Field[];
  /** The fields that identify the record. */
  readonly matched: readonly Field[];
  readonly changed: readonly Field[];
  /** Whether equality in the database is equality letter by letter. */
  readonly isExact: boolean;
  /** A further condition on the record. */
  readonly where: CheckedCondition | undefined;
}

export function foundShape({ given, matched, changed, isExact, where }: FoundUpdate): string {
  return `${isExact} ${namesOf(given)} ${namesOf(matched)} ${namesOf(changed)} ${conditionShape(where)}`;
}

/** The parts that the writes of one entity are made of. */
export abstract class WriteParts {
  protected readonly entity: Entity;
  protected readonly binder: StatementBinder;
  protected readonly dialect: SqlDialect;
  protected readonly table: Sql;

  constructor(entity: Entity, binder: StatementBinder, dialect: SqlDialect) {
    this.entity = entity;
    this.binder = binder;
    this.dialect = dialect;
    this.table = tableName(entity);
  }

  /** The table parts of every write. */
  protected get written() {
    const { entity, table, dialect } = this;
    const select = (field: Field) => selectedColumn(field, dialect);
    const storedType = (field: Field) => this.binder.storedType(field);
    return { entity, table, keys: entity.keys, readable: readableFields(entity), select, storedType };
  }

  /** @param given The fields of the record's values. */
  protected values(
    fields: readonly Field[],
    { dialect, addSlot }: SqlContext,
    record = 0,
    given = fields,
  ): readonly Sql[] {
    return fields.map((field) =>
      parameter(addSlot(valueReader(record, given.indexOf(field)), field), field, dialect),
    );
  }

  /** `"title" = ?, …` */
  protected changes(fields: readonly Field[], values: readonly Sql[]): Sql {
    const changes = fields.map((field, index) => {
      const [column, value] = [sql.id(field.column), values[index] as Sql];
      const { kept } = columnOf(field, this.dialect);
      const isKept = field.isNullable && kept !== undefined;
      return sql`${column} = ${isKept ? sql`coalesce(${value}, ${kept(column)})` : value}`;
    });
    return sql.join(changes);
  }

  /**
   * ` where …`: the record has these values, and meets the condition.
   * @param isExact Whether equality in the database is equality letter by letter. Default: yes.
   */
  protected whereSame(
    fields: readonly Field[],
    values: readonly Sql[],
    where: CheckedCondition | undefined,
    context: SqlContext,
    isExact = true,
  ): Sql {
    const same = fields.map((field, index) => {
      const [column, value] = [sql.id(field.column), values[index] as Sql];
      const equal = columnOf(field, this.dialect).equals?.(column, value) ?? sql`${column} = ${value}`;
      const others = isExact ? undefined : this.dialect.writes.found?.isSame(column, value, field);
      return others === undefined ? equal : sql`${equal} and ${others}`;
    });
    return sql` where ${sql.join(same, sql` and `)}${this.andThat(where, context)}`;
  }

  protected andThat(where: CheckedCondition | undefined, context: SqlContext): Sql {
    if (where === undefined) return sql``;
    return sql` and (${conditionToSql(where, readWhere, context, { entity: this.entity, alias: undefined })})`;
  }
}

function valueReader(record: number, index: number): SlotReader<unknown> {
  return ({ records }) => records?.[record]?.[index];
}
