import type { Request } from "express";
import type { z } from "zod";
import { readJsonObject } from "../../http/bodies/read-body.js";
import type { Preference } from "../../http/headers/parse-prefer.js";
import type { Entity } from "../../model/model.js";
import { parseMembers, unknownField } from "../../write/input/parse-input.js";

/**
 * Reads a body that is not a record, such as a log-in. Every name in the schema may be set.
 * @throws {ApiError} With every mistake, not only the first.
 */
export async function parsePlainBody<S extends z.ZodType>(
  req: Request,
  schema: S,
  { name: entityName, limits }: Pick<Entity, "name" | "limits">,
  { isStrict }: Pick<Preference, "isStrict">,
): Promise<z.output<S>> {
  const body = await readJsonObject(req, limits);
  return parseMembers(body, schema, isStrict, {
    exact: new Set(),
    notSettable: (key, names) => unknownField(key, entityName, names),
  });
}
