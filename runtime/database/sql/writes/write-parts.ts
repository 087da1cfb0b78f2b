import type { CheckedCondition } from "../../../condition/checked.js";
import { readableFields } from "../../../model/fields.js";
import type { Entity, Field } from "../../../model/model.js";
import { columnOf } from "../column-of.js";
import { parameter } from "../where/comparison-sql.js";
import { conditionShape } from "../where/condition-shape.js";
import { conditionToSql } from "../where/condition-sql.js";
import { sql } from "../kysely.js";
import { readWhere } from "../page-sql.js";
import { selectedColumn } from "../selection-sql.js";
import type { Read } from "../slot.js";
import type { Sql } from "../sql.js";
import type { SqlContext } from "../sql-context.js";
import type { SqlDialect } from "../sql-dialect.js";
import { namesOf } from "../statement-binder.js";
import { tableName } from "../table-name.js";
import type { FoundSyntax } from "./write-syntax.js";

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
export class WriteParts {
  readonly table: Sql;
  readonly #entity: Entity;
  readonly #dialect: SqlDialect;
  readonly #readable: readonly Field[];

  constructor(entity: Entity, dialect: SqlDialect) {
    this.table = tableName(entity);
    this.#entity = entity;
    this.#dialect = dialect;
    this.#readable = readableFields(entity);
  }

  /** The table parts of every write. */
  get written() {
    return {
      entity: this.#entity,
      table: this.table,
      keys: this.#entity.keys,
      readable: this.#readable,
      select: (field: Field) => selectedColumn(field, this.#dialect),
    };
  }

  change(field: Field, value: Sql): Sql {
    const column = sql.id(field.column);
    const { kept } = columnOf(field, this.#dialect);
    const isKept = field.isNullable && kept !== undefined;
    return sql`${column} = ${isKept ? sql`coalesce(${value}, ${kept(column)})` : value}`;
  }

  /** @param given The fields of the record's values. */
  values(
    fields: readonly Field[],
    { dialect, addSlot }: SqlContext,
    record = 0,
    given = fields,
  ): readonly Sql[] {
    return fields.map((field) =>
      parameter(addSlot(valueReader(record, given.indexOf(field)), field), field, dialect),
    );
  }

  isFound(field: Field, value: Sql, { isSame }: FoundSyntax, isExact: boolean): Sql {
    const others = isExact ? undefined : isSame(sql.id(field.column), value, field);
    const equal = this.isSame(field, value);
    return others === undefined ? equal : sql`${equal} and ${others}`;
  }

  andThat(where: CheckedCondition | undefined, context: SqlContext): Sql {
    if (where === undefined) return sql``;
    return sql` and (${conditionToSql(where, readWhere, context, { entity: this.#entity, alias: undefined })})`;
  }

  isSame(field: Field, value: Sql): Sql {
    const column = sql.id(field.column);
    return columnOf(field, this.#dialect).equals?.(column, value) ?? sql`${column} = ${value}`;
  }
}

function valueReader(record: number, index: number): Read<unknown> {
  return ({ records }) => records?.[record]?.[index];
}
