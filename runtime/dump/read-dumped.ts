import { createReadStream } from "node:fs";
import { ApiError } from "../errors/api-error.js";
import { DumpError } from "../errors/dump-error.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { ValueError } from "../model/values/value-error.js";
import { columnsOf } from "../transfer/columns.js";
import { decodeCsv, decodeNdjson, type DecodedRecord, type DecodeLimits } from "../transfer/decode.js";
import { issuesOf, parseFieldValue } from "../write/input/check-input.js";
import type { Manifest } from "./manifest.js";
import type { PlannedTable } from "./plan-import.js";

/** A row of a file. */
export interface DumpedRow {
  /** The line on which it begins. */
  readonly line: number;
  /** The values of the table's fields in the file, in canonical form. */
  readonly values: readonly FieldValue[];
}

/** A part of a file that is written together. */
export interface Batch {
  readonly rows: readonly DumpedRow[];
  /** The number of bytes up to its end. A few more may have been read. */
  readonly bytes: number;
}

/** Files of the operator are only limited by memory. */
const LIMITS: DecodeLimits = { maxBodyBytes: 2 ** 29, maxJsonDepth: 1_000, maxJsonKeys: Infinity };

/**
 * The maximum rows of a batch, and the bytes after which no more rows are added. Rows of longer batches would survive
 * a garbage collection, which costs as much as parsing them.
 */
const BATCH_ROWS = 1_024;
const BATCH_BYTES = 4_000_000;

/**
 * Small, so that the database does not wait while a part is parsed, and that V8 does not treat its text as a large
 * object. Smaller parts cost more turns of the event loop.
 */
const READ_BYTES = 131_072;

/**
 * Reads the rows of a file in batches. Its text is read in parts.
 * @param skipped How many rows to leave out.
 * @throws {DumpError} with the line of a row that the table cannot take.
 */
export async function* readBatches(
  planned: PlannedTable,
  manifest: Manifest,
  skipped: number,
): AsyncGenerator<Batch, undefined, void> {
  const stream = createReadStream(planned.path, { highWaterMark: READ_BYTES });
  const parse = rowParser(planned);
  let rows: DumpedRow[] = [];
  let begin = 0;
  let count = 0;
  try {
    for await (const records of decode(stream, planned, manifest)) {
      for (const record of records) {
        if (count++ < skipped && record.error === undefined) continue;
        rows.push(parse(record));
        if (rows.length < BATCH_ROWS && stream.bytesRead - begin < BATCH_BYTES) continue;
        yield { rows, bytes: stream.bytesRead };
        begin = stream.bytesRead;
        rows = [];
      }
    }
  } catch (error) {
    // The first line of CSV.
    throw error instanceof ApiError ? mistake(planned, 1, error.message) : error;
  } finally {
    stream.destroy();
  }
  if (count < skipped)
    throw mistake(planned, count, `the file has ${count} rows, and ${skipped} of them were written before.`);
  if (rows.length > 0) yield { rows, bytes: stream.bytesRead };
  return undefined;
}

/** Reads the next value while the current one is used. */
export async function* ahead<T>(
  source: AsyncGenerator<T, undefined, void>,
): AsyncGenerator<T, undefined, void> {
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return undefined;
      next = source.next();
      // Awaited when the value is requested.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

function mistake({ path }: PlannedTable, line: number, reason: string): DumpError {
  return new DumpError(`"${path}", line ${line}: ${reason}`);
}

function decode(
  stream: AsyncIterable<Uint8Array>,
  { fields }: PlannedTable,
  manifest: Manifest,
): AsyncGenerator<readonly DecodedRecord[]> {
  if (manifest.format === "ndjson") return decodeNdjson(stream, LIMITS);
  return decodeCsv(stream, columnsOf({ fields, links: [] }), LIMITS, manifest);
}

/** Returns a function that parses a row. @throws {DumpError} the function, for a row that the table cannot take. */
function rowParser(planned: PlannedTable): (decoded: DecodedRecord) => DumpedRow {
  const { fields } = planned;
  const names = new Set(fields.map(({ name }) => name));
  const types = fields.map(({ type }) => fieldTypes[type]);
  return ({ line, record, error }) => {
    if (error !== undefined) throw mistake(planned, line, error.message);
    const values = new Array<FieldValue>(fields.length);
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] as Field;
      const given = record[field.name];
      if (given === undefined) throw mistake(planned, line, `"${field.name}" is missing.`);
      try {
        values[index] = parseFieldValue(field, given, types[index]);
      } catch (reason) {
        throw reason instanceof ValueError ? mistake(planned, line, messageOf(field, reason)) : reason;
      }
    }
    const given = Object.keys(record);
    if (given.length === fields.length) return { line, values };
    const unknown = given.find((name) => !names.has(name));
    throw mistake(planned, line, `"${unknown}" is none of the fields that manifest.json lists.`);
  };
}

function messageOf(field: Field, error: ValueError): string {
  return issuesOf(field, error)
    .map(({ message }) => message)
    .join(" ");
}
