import type { Field } from "../../model/model.js";
import type {
  OperationParameter,
  OperationReturns,
  OwnOperation,
  ParameterDirection,
  RoutineCall,
} from "../../model/own-operation.js";
import { columnOf } from "./column-of.js";
import { sql } from "kysely";
import { createSlots, type Slot } from "./slot.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { AnyKysely, Sql } from "./sql.js";
import type { BoundStatement } from "./statement.js";

/** How a dialect calls procedures and functions. */
export interface RoutineSyntax {
  /** The statements of a call, in order. If it has output parameters, the last result is one row with them. */
  readonly toSql: (call: CallParts) => readonly Sql[];
  /** Whether the arguments of procedures are named and may have any order. */
  readonly namesArguments: boolean;
  /**
   * Whether routines may share a name and differ in their parameters. Then the catalog is read before the first call.
   */
  readonly isOverloaded?: boolean;
  /** The default schema of scalar functions, for a database that cannot call them without a schema. */
  readonly scalarSchema?: string;
  /** How to read results that are cursors. Absent if a call returns its results itself. */
  readonly cursors?: CursorSyntax;
}

/** How to read the results that a call leaves as open cursors. */
export interface CursorSyntax {
  /** The argument of a parameter that is a cursor. */
  readonly argument: (name: string) => Sql;
  /** @param take One row more than the answer may contain. */
  readonly fetch: (name: string, take: number) => Sql;
  /** Closes all cursors, also those that would stay open after the transaction. */
  readonly closeAll: Sql;
}

export interface CallParts {
  readonly kind: RoutineCall["kind"];
  /** The quoted name, with its schema. */
  readonly name: Sql;
  readonly parameters: readonly CallParameter[];
  readonly returns: OperationReturns;
  /** One row more than the answer may contain. */
  readonly take: number;
  /** Returns the select list for a function's rows, or for output parameters. */
  readonly select: (field: Field, value: Sql) => Sql;
}

/** What the catalog tells about a parameter. */
interface KnownParameter {
  readonly column: { readonly name: string };
  readonly hasDefault: boolean;
  readonly passedAs?: { readonly schema: string | undefined; readonly name: string } | undefined;
  readonly isVariadic?: boolean;
}

export interface CallParameter {
  readonly field: Field;
  readonly direction: ParameterDirection;
  /** The parameter in the catalog, if that was read. */
  readonly stored: KnownParameter | undefined;
  /** Whether the call leaves it out, so that its default in the database applies. */
  readonly isOmitted: boolean;
  /** The given value; SQL null for an output parameter. */
  readonly value: Sql;
}

/** The proposed name for the cursor of a parameter. A procedure may choose another one. */
export function givenCursor(index: number): string {
  return `data_api_${index + 1}`;
}

/**
 * The statements of a call, bound to these values: one for each given parameter.
 * @param values In the order of the parameters. `undefined` for one that the call leaves out.
 * @param stored The routine in the catalog, for a database that has several of one name.
 */
export function routineStatements(
  operation: OwnOperation & { readonly work: RoutineCall },
  values: readonly unknown[],
  dialect: SqlDialect & { readonly routines: RoutineSyntax },
  db: AnyKysely,
  stored?: { readonly parameters: readonly KnownParameter[] },
): readonly BoundStatement[] {
  const { work, returns, maxRows } = operation;
  const slots = createSlots();
  let given = 0;
  const passed = operation.parameters.filter((each) => isPassed(each, work.kind));
  const parameters = operation.parameters.map((parameter, place): CallParameter => {
    const { field, direction } = parameter;
    const index = passed.indexOf(parameter);
    const part = { field, direction, stored: stored?.parameters[index], isOmitted: false };
    if (direction === "out") return { ...part, value: sql`null` };
    if (direction === "cursor")
      return { ...part, value: dialect.routines.cursors?.argument(givenCursor(place)) ?? sql`null` };
    const own = given++;
    const slot = slots.addSlot(({ records }) => records?.[0]?.[own] ?? null, field);
    // Arguments behind one that is left out need names.
    const canOmit =
      part.stored?.hasDefault === true &&
      stored?.parameters.slice(index + 1, passed.length).every(({ column }) => column.name !== "") === true;
    return {
      ...part,
      value: columnOf(field, dialect).cast?.(slot, field) ?? slot,
      isOmitted: canOmit && values[own] === undefined,
    };
  });
  const { toSql, scalarSchema } = dialect.routines;
  const schema = work.schema ?? (returns.kind === "value" ? scalarSchema : undefined);
  const statements = toSql({
    kind: work.kind,
    name: schema === undefined ? sql.id(work.name) : sql.id(schema, work.name),
    parameters,
    returns,
    take: maxRows + 1,
    select: (field, value) =>
      sql`${columnOf(field, dialect).select?.(value) ?? value} as ${sql.id(field.column)}`,
  });
  return statements.map((each) => bindCall(each, operation, values, db));
}

/** The output parameters of a function are columns of its rows, and are not passed to it. */
export function isPassed(
  { direction }: Pick<OperationParameter, "direction">,
  kind: RoutineCall["kind"],
): boolean {
  return kind === "procedure" || direction !== "out";
}

/** A statement of a call, bound to these values. */
export function bindCall(
  statement: Sql,
  { name, isRead }: Pick<OwnOperation, "name" | "isRead">,
  values: readonly unknown[],
  db: AnyKysely,
): BoundStatement {
  const compiled = statement.compile(db);
  const slots = compiled.parameters as readonly Slot[];
  return {
    statement: { sql: compiled.sql, slots, isWrite: !isRead, operation: "call", entity: name },
    parameters: slots.map((slot) => slot.read({ records: [values] })),
  };
}

/** `select … from name(…)`, or the value of a scalar function. */
export function selectFunction(
  { name, parameters, returns, select }: CallParts,
  {
    top = sql``,
    limit = sql``,
    args = sql.join(parameters.map(({ value }) => value)),
  }: { readonly top?: Sql; readonly limit?: Sql; readonly args?: Sql } = {},
): Sql {
  const call = sql`${name}(${args})`;
  if (returns.kind === "value") return sql`select ${select(returns.field, call)}`;
  const fields = returns.kind === "rows" ? returns.fields : [];
  const columns = fields.map((field) => select(field, sql.id(field.column)));
  return sql`select ${top}${sql.join(columns)} from ${call}${limit}`;
}
