import type { RoutineCall } from "../model/own-operation.js";

/** Splits `"schema.name"`. If the schema is given separately, the name is taken as it is. */
export function parseRoutineName(
  written: string,
  schema: string | undefined,
): Pick<RoutineCall, "schema" | "name"> {
  const dot = written.indexOf(".");
  if (schema !== undefined || dot === -1) return { schema, name: written };
  return { schema: written.slice(0, dot), name: written.slice(dot + 1) };
}
