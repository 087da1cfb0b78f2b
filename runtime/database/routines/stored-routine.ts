import type { RoutineSyntax } from "../sql/routine-syntax.js";
import type { AnyKysely } from "../sql/sql.js";
import { groupRows } from "../../model/values/group-rows.js";
import type { StoredColumn, StoredName } from "../schema/stored/stored-schema.js";

/**
 * Reads procedures and functions from the catalog of a database: those with these names, or all of the application.
 */
export type ReadRoutines = (db: AnyKysely, names?: readonly string[]) => Promise<readonly StoredRoutine[]>;

/** How a database lists and calls its procedures and functions. */
export interface RoutineDialect extends RoutineSyntax {
  readonly read: ReadRoutines;
}

/** A procedure or function as described by the catalog. */
export interface StoredRoutine {
  readonly kind: "procedure" | "function";
  readonly schema: string;
  readonly name: string;
  /** Whether it is found without its schema. */
  readonly isVisible: boolean;
  readonly parameters: readonly StoredParameter[];
  /** The columns of a function's rows. `undefined` for a scalar function, and for rows that the catalog does not describe. */
  readonly rows: readonly StoredColumn[] | undefined;
  readonly value: StoredColumn | undefined;
  /** Whether a function returns cursors: their columns are unknown until they are read. */
  readonly returnsCursors: boolean;
  /** Whether a function returns no value. */
  readonly returnsNothing: boolean;
}

export interface StoredParameter {
  /** Its name is empty if it has none. */
  readonly column: StoredColumn;
  readonly direction: "in" | "out" | "inout";
  /** Whether a call may omit it. */
  readonly hasDefault: boolean;
  /** Whether it is a cursor, whose rows are a result. */
  readonly isCursor: boolean;
  /** Its type, which an argument is cast to. `undefined` if the arguments decide it. Read from PostgreSQL only. */
  readonly passedAs?: StoredName | undefined;
  /** Whether it takes all further arguments as a list. */
  readonly isVariadic?: boolean;
}

/**
 * A row of a catalog: a parameter, a column of a function's rows, its value, a returned cursor, a mark that it
 * returns nothing, or a routine without any of these.
 */
export interface RoutineRow extends Pick<StoredParameter, "passedAs" | "isVariadic"> {
  /** Distinguishes overloaded routines. */
  readonly id: string;
  readonly kind: StoredRoutine["kind"];
  readonly schema: string;
  readonly routine: string;
  readonly isVisible: boolean;
  readonly use: StoredParameter["direction"] | "row" | "value" | "cursor" | "nothing" | "none";
  readonly column: StoredColumn;
  readonly hasDefault: boolean;
  readonly isCursor?: boolean;
}

/** @param rows In the order of the routines and their parameters. */
export function toRoutines(rows: readonly RoutineRow[]): readonly StoredRoutine[] {
  return groupRows(rows, ({ id }) => id).map((own): StoredRoutine => {
    const [{ kind, schema, routine, isVisible }] = own;
    const columns = own.flatMap(({ use, column }) => (use === "row" ? [column] : []));
    return {
      ...{ kind, schema, name: routine, isVisible },
      parameters: own.flatMap(({ use, column, hasDefault, isCursor = false, passedAs, isVariadic = false }) =>
        use === "in" || use === "out" || use === "inout"
          ? [{ column, direction: use, hasDefault, isCursor, passedAs, isVariadic }]
          : [],
      ),
      rows: columns.length === 0 ? undefined : columns,
      value: own.find(({ use }) => use === "value")?.column,
      returnsCursors: own.some(({ use }) => use === "cursor"),
      returnsNothing: own.some(({ use }) => use === "nothing"),
    };
  });
}
