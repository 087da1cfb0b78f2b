import type { OwnOperation, RoutineCall } from "../../model/own-operation.js";
import type { AnyKysely } from "../sql/sql.js";
import { DatabaseError } from "../wire/database-error.js";
import { findRoutine, type CallingDialect } from "./find-routine.js";
import type { ReadRoutines } from "./stored/stored-routine.js";

type RoutineOperation = OwnOperation & { readonly work: RoutineCall };

/**
 * Compares the operations of a configuration with the procedures and functions of the database.
 * @throws {DatabaseError} that lists missing routines and those with other parameters.
 */
export async function checkRoutines(
  db: AnyKysely,
  operations: readonly OwnOperation[],
  dialect: CallingDialect & { readonly readRoutines?: ReadRoutines },
): Promise<void> {
  const called = operations.filter((each): each is RoutineOperation => each.work.kind !== "handler");
  if (called.length === 0 || dialect.readRoutines === undefined) return;
  const stored = await dialect.readRoutines(
    db,
    called.map(({ work }) => work.name),
  );
  const mistakes = called.flatMap((operation) => {
    const found = findRoutine(operation, stored, dialect);
    return typeof found === "string" ? [`  - operations.${operation.name}: ${found}`] : [];
  });
  if (mistakes.length > 0)
    throw new DatabaseError(
      "unknown",
      ["The database differs from the configuration:", ...mistakes].join("\n"),
    );
}
