import type { Request } from "express";
import type { z } from "zod";
import type { Grant } from "../../access/authorize.js";
import { readJsonObject } from "../../http/bodies/read-body.js";
import type { Preference } from "../../http/headers/parse-prefer.js";
import type { Entity } from "../../model/model.js";
import { inputParser } from "../../write/input/parse-input.js";

/**
 * Reads the body and checks it against the schema. Names are matched case-insensitively. Unknown fields are ignored,
 * or rejected if the caller or the configuration asks for it. Limits apply here, where a request is parsed, so server
 * code has none.
 * @throws {ApiError} With every mistake, not only the first.
 */
export async function parseBody<S extends z.ZodType>(
  req: Request,
  schema: S,
  entity: Entity,
  { isStrict }: Pick<Preference, "isStrict">,
  grant?: Grant,
): Promise<z.output<S>> {
  const body = await readJsonObject(req, entity.limits);
  return inputParser(schema, entity, { isNew: req.method === "POST", isStrict }, grant)(body);
}
