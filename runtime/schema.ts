/**
 * The imports of generated schemas. They need nothing of Node.js, Express or Kysely, so that a browser can load
 * them too.
 */
export { z } from "zod";
export type { InputIssue } from "./errors/own-codes.js";
export { checkBody } from "./model/schemas/check-body.js";
export { field } from "./model/schemas/field-schema.js";
export type { JsonValue } from "./model/values/field-value.js";
export type { Generated, RowsIn } from "./model/generated.js";
export type { ListWrites } from "./model/schemas/list-writes.js";
export type { FieldsIn, KindMark } from "./model/schemas/record-shape.js";
