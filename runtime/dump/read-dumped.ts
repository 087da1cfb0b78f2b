import { createReadStream } from "node:fs";
import { ApiError } from "../errors/api-error.js";
import { DumpError } from "../errors/dump-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { ValueError } from "../model/value-error.js";
import { columnsOf } from "../transfer/columns.js";
import { decodeCsv, decodeNdjson, type DecodedRecord, type DecodeLimits } from "../transfer/decode.js";
import type { TransferRecord } from "../transfer/encode.js";
import { issuesOf, parseValue } from "../write/check-input.js";
import type { Manifest } from "./manifest.js";
import type { PlannedTable } from "./plan-import.js";

/** A row of a file. */
export interface DumpedRow {
  /** The line on which it begins. */
  readonly line: number;
  /** The values of the table's fields in the file, in canonical form. */
  readonly values: readonly FieldValue[];
}

/** A part of a file that is written in one transaction. */
export interface Batch {
  readonly rows: readonly DumpedRow[];
  /** The bytes of the file up to its end. A few more may have been read. */
  readonly bytes: number;
}

/** Files of the operator have no limits but those of memory. */
const LIMITS: DecodeLimits = { maxBodyBytes: 2 ** 29, maxJsonDepth: 1_000, maxJsonKeys: Infinity };

/** The rows of a batch, and the bytes after which no more are added to it. */
const BATCH_ROWS = 4_096;
const BATCH_BYTES = 4_000_000;

/** Small, so that the database is not kept waiting while a part is parsed. */
const READ_BYTES = 65_536;

/**
 * Reads the rows of a file in batches. Its text is read in parts.
 * @param skipped How many rows to leave out.
 * @throws {DumpError} with the line of a row that the table cannot take.
 */
export async function* readBatches(
  planned: PlannedTable,
  manifest: Manifest,
  skipped: number,
): AsyncGenerator<Batch> {
  const stream = createReadStream(planned.path, { highWaterMark: READ_BYTES });
  let rows: DumpedRow[] = [];
  let begin = 0;
  let count = 0;
  const fail = (line: number, reason: string) => new DumpError(`"${planned.path}", line ${line}: ${reason}`);
  try {
    for await (const { line, record, error } of decode(stream, planned, manifest)) {
      if (error !== undefined) throw fail(line, error.message);
      if (count++ < skipped) continue;
      rows.push({ line, values: toValues(record, planned.fields, (reason) => fail(line, reason)) });
      if (rows.length < BATCH_ROWS && stream.bytesRead - begin < BATCH_BYTES) continue;
      yield { rows, bytes: stream.bytesRead };
      begin = stream.bytesRead;
      rows = [];
    }
  } catch (error) {
    // The first line of CSV.
    throw error instanceof ApiError ? fail(1, error.message) : error;
  } finally {
    stream.destroy();
  }
  if (count < skipped)
    throw fail(count, `the file has ${count} rows, and ${skipped} of them were written before.`);
  if (rows.length > 0) yield { rows, bytes: stream.bytesRead };
}

function decode(
  stream: AsyncIterable<Uint8Array>,
  { fields }: PlannedTable,
  manifest: Manifest,
): AsyncGenerator<DecodedRecord> {
  if (manifest.format === "ndjson") return decodeNdjson(stream, LIMITS);
  return decodeCsv(stream, columnsOf({ fields, links: [] }), LIMITS, manifest);
}

function toValues(
  record: TransferRecord,
  fields: readonly Field[],
  fail: (reason: string) => DumpError,
): readonly FieldValue[] {
  const values = fields.map((field): FieldValue => {
    const given = record[field.name];
    if (given === undefined) throw fail(`"${field.name}" is missing.`);
    try {
      return parseValue(field, given);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw fail(
        issuesOf(field, error)
          .map(({ message }) => message)
          .join(" "),
      );
    }
  });
  const names = Object.keys(record);
  if (names.length === fields.length) return values;
  const unknown = names.find((name) => fields.every((field) => field.name !== name));
  throw fail(`"${unknown}" is none of the fields that manifest.json lists.`);
}
