import { singleMistake } from "../../errors/api-error.js";
import type { Entity, Field } from "../../model/model.js";
import { BoundedCache } from "./bounded-cache.js";
import type { Slot, Slots, Source } from "./slot.js";
import type { AnyKysely, Sql } from "./sql.js";
import type { SqlContext } from "./sql-context.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { StoredType } from "./stored-type.js";
import type { BoundStatement } from "./statement.js";
import { StatementTexts } from "./statement-texts.js";

/** The context for compiling the statements of an entity. */
export interface StatementTarget {
  readonly dialect: SqlDialect;
  readonly kysely: AnyKysely;
  /** The type of a field's column; `undefined` if it is not known. Default: none is known. */
  readonly storedType?: (entity: Entity, field: Field) => StoredType | undefined;
}

/** Compiles the statements of one entity on the first use of their shapes, and binds them to the values of a source. */
export class StatementBinder {
  readonly #entity: Entity;
  readonly #target: StatementTarget;
  readonly #compiled = new BoundedCache<StatementTexts>();

  constructor(entity: Entity, target: StatementTarget) {
    this.#entity = entity;
    this.#target = target;
  }

  /** `key` must contain everything that `build` depends on, so that sources with the same key have the same shape. */
  bind(key: string, source: Source, build: (context: SqlContext) => Sql, isWrite = false): BoundStatement {
    const { dialect, kysely } = this.#target;
    const compile = (added: Slots) => {
      const { sql: text, parameters } = build({ dialect, ...added }).compile(kysely);
      const slots = parameters as readonly Slot[];
      checkCount(slots.length, dialect.maxParameters);
      const operation = key.slice(0, key.indexOf(" "));
      return { sql: text, slots, isWrite, operation, entity: this.#entity.name };
    };
    return this.#compiled.get(key, () => new StatementTexts(compile, dialect)).bind(source, compile);
  }

  storedType(field: Field): StoredType | undefined {
    return this.#target.storedType?.(this.#entity, field);
  }

  bindWrite(key: string, source: Source, build: (context: SqlContext) => Sql): BoundStatement {
    return this.bind(key, source, build, true);
  }
}

/** @throws {ApiError} if the database would refuse the statement. */
function checkCount(count: number, most = Infinity): void {
  if (count <= most) return;
  const message = `The database takes at most ${most} values in one statement, and this one has ${count}: use fewer comparisons, or shorter lists.`;
  throw singleMistake("invalid-condition", "too-many-values", message, { path: "where" });
}

/** The names of fields, for the key of a shape. */
export function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join(",");
}
