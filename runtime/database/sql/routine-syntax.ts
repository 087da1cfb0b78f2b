import type { Field } from "../../model/model.js";
import type { OperationReturns, OwnOperation, RoutineCall } from "../../model/own-operation.js";
import { columnOf } from "./column-of.js";
import { sql } from "./kysely.js";
import { createSlots, type Slot } from "./slot.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { AnyKysely, Sql } from "./sql.js";
import type { BoundStatement } from "./statement.js";

/** How a dialect calls procedures and functions. */
export interface RoutineSyntax {
  /**
   * The statements of a call, in order. If it has output parameters, the last result is one row with them.
   */
  readonly toSql: (call: CallParts) => readonly Sql[];
  /** Whether the arguments of procedures are named, and may stand in any order. */
  readonly namesArguments: boolean;
}

/** The parts of a call. */
export interface CallParts {
  readonly kind: RoutineCall["kind"];
  /** The quoted name, with its schema. */
  readonly name: Sql;
  readonly parameters: readonly CallParameter[];
  readonly returns: OperationReturns;
  /** One row more than the answer may have. */
  readonly take: number;
  /** Returns the columns of a function's rows, or of output parameters, as they are selected. */
  readonly select: (field: Field, value: Sql) => Sql;
}

export interface CallParameter {
  readonly field: Field;
  readonly direction: "in" | "out" | "inout";
  /** What is given; the null of the database for an output parameter. */
  readonly value: Sql;
}

/**
 * The statements of a call, bound to these values: one for each parameter that is given.
 * @param values In the order of the parameters.
 */
export function routineStatements(
  operation: OwnOperation & { readonly work: RoutineCall },
  values: readonly unknown[],
  dialect: SqlDialect & { readonly routines: RoutineSyntax },
  db: AnyKysely,
): readonly BoundStatement[] {
  const { work, returns, maxRows, isRead } = operation;
  const slots = createSlots();
  let given = 0;
  const parameters = operation.parameters.map(({ field, direction }): CallParameter => {
    if (direction === "out") return { field, direction, value: sql`null` };
    const index = given++;
    const slot = slots.addSlot(({ records }) => records?.[0]?.[index], field);
    return { field, direction, value: columnOf(field, dialect).cast?.(slot, field) ?? slot };
  });
  const statements = dialect.routines.toSql({
    kind: work.kind,
    name: work.schema === undefined ? sql.id(work.name) : sql.id(work.schema, work.name),
    parameters,
    returns,
    take: maxRows + 1,
    select: (field, value) =>
      sql`${columnOf(field, dialect).select?.(value) ?? value} as ${sql.id(field.column)}`,
  });
  return statements.map((each) => {
    const compiled = each.compile(db);
    const own = compiled.parameters as readonly Slot[];
    return {
      statement: {
        sql: compiled.sql,
        slots: own,
        isWrite: !isRead,
        operation: "call",
        entity: operation.name,
      },
      parameters: own.map((slot) => slot.read({ records: [values] })),
    };
  });
}

/** `select … from name(…)`, or the value of a scalar function. */
export function selectFunction(
  { name, parameters, returns, select }: CallParts,
  { top = sql``, limit = sql`` }: { readonly top?: Sql; readonly limit?: Sql } = {},
): Sql {
  const call = sql`${name}(${sql.join(parameters.map(({ value }) => value))})`;
  if (returns.kind === "value") return sql`select ${select(returns.field, call)}`;
  const fields = returns.kind === "rows" ? returns.fields : [];
  const columns = fields.map((field) => select(field, sql.id(field.column)));
  return sql`select ${top}${sql.join(columns)} from ${call}${limit}`;
}
