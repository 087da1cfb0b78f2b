import type { Request } from "express";
import type { z } from "zod";
import type { Grant } from "../../access/authorize.js";
import { inputParser } from "../../write/input/parse-input.js";
import type { Preference } from "../../http/headers/parse-prefer.js";
import { parseEach, readRecords } from "./parse-each.js";
import type { Entity } from "../../model/model.js";
import { noteBody } from "../../write/steps/create-fingerprint.js";
import type { WriteOptions } from "../../write/write-options.js";
import { recordSource } from "./parse-record-stream.js";

/** The options of a create that affect how its body is parsed. */
type NewRecordOptions = Pick<Preference, "isStrict"> & Pick<WriteOptions, "idempotencyKey">;

/**
 * Reads a body with one record, or with an array of records. A stream of records, in NDJSON or CSV, is read while its
 * records are created. It is passed to `create` like a single record, so that handlers need not distinguish them.
 * @throws {ApiError} With every mistake, not only the first. Paths of an array begin with the index.
 */
export async function parseRecords<S extends z.ZodType<object>>(
  req: Request,
  schema: S,
  entity: Entity,
  options: NewRecordOptions,
  grant?: Grant,
): Promise<z.output<S> | z.output<S>[]> {
  const { isStrict } = options;
  const parse = inputParser(schema, entity, { isNew: true, isStrict }, grant);
  const source = recordSource(req, entity, options, parse, grant);
  if (source !== undefined) return source as object as z.output<S>;
  const body = await readRecords(req, entity);
  noteBody(options, body);
  return Array.isArray(body) ? parseEach(body, entity, parse) : parse(body);
}
