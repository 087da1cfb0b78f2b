import { ApiError } from "../errors/api-error.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity } from "../model/model.js";
import { ValueError } from "../model/value-error.js";

/** @throws {ApiError} `invalid-id` */
export function parseId<Id extends number | string>(text: Id | string, { keys: [key], name }: Entity): Id {
  try {
    return fieldTypes[key.type].parse(text, key) as Id;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const message = `The id of a "${name}" ${error.message}.`;
    throw new ApiError("invalid-id", message, { issues: [{ path: "id", code: error.code, message }] });
  }
}
