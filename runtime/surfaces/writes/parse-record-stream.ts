import type { Request } from "express";
import type { Grant } from "../../access/authorize.js";
import { mayKnow, maySet } from "../../access/granted-rights.js";
import { ApiError } from "../../errors/api-error.js";
import { bodyChunks, leave } from "../../http/bodies/body-chunks.js";
import type { MalformedCode } from "../../http/bodies/body-error.js";
import { preferredMaximum, prefers, STRICT } from "../../http/headers/parse-prefer.js";
import { UTF8_OR_NONE } from "../../http/bodies/read-body.js";
import { spool, type SpooledBody } from "../../http/bodies/spool.js";
import type { Awaitable } from "../../time/when-there.js";
import type { Entity } from "../../model/model.js";
import { columnsOf } from "../../transfer/columns.js";
import { decodeCsv, decodeNdjson, type DecodedRecord } from "../../transfer/decode.js";
import { RecordSource, type SourcedInput } from "../../write/many/record-source.js";
import { tooManyRecords } from "../../write/many/too-many-records.js";
import type { WriteOptions } from "../../write/write-options.js";

type ParseRecord = (record: object) => Awaitable<object>;

interface Format {
  readonly malformed: MalformedCode;
  readonly decode: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<readonly DecodedRecord[]>;
}

/**
 * The records of a body in NDJSON or CSV. `undefined` for a body of another type.
 * @throws {ApiError} For a request that does not support streams.
 */
export function recordSource(
  req: Request,
  entity: Entity,
  options: Pick<WriteOptions, "idempotencyKey">,
  parse: ParseRecord,
  grant: Grant | undefined,
): RecordSource | undefined {
  const format = formatOf(req.headers["content-type"] ?? "", entity, grant);
  if (format === undefined) return undefined;
  checkRequest(req, entity, options);
  const isWhole = prefers(STRICT, req);
  const chunks = () => bodyChunks(req, entity.limits, format.malformed);
  let spooled: SpooledBody | undefined;
  return new RecordSource({
    isWhole,
    arrive: async () => {
      try {
        spooled = await spool(chunks());
      } catch (error) {
        if (!req.complete) leave(req);
        throw error;
      }
    },
    read: () => parsed(format.decode(spooled?.read() ?? chunks()), parse),
    close: async () => {
      await spooled?.remove();
    },
  });
}

/**
 * The supported parameters of CSV: it has a header, and its formulas may be escaped. Each blank can match in one
 * place only: with two, a header of some hundred bytes would take minutes.
 */
const CSV = /^text\/csv\s*(?:;\s*(?:charset=[^;\s]*|header\s*=\s*"?present"?|formulas=escaped)\s*)*$/i;
const NDJSON = /^application\/x-ndjson\s*(?:;|$)/i;

function formatOf(contentType: string, entity: Entity, grant: Grant | undefined): Format | undefined {
  if (!UTF8_OR_NONE.test(contentType)) return undefined;
  const { limits } = entity;
  if (NDJSON.test(contentType))
    return { malformed: "malformed-json", decode: (bytes) => decodeNdjson(bytes, limits) };
  if (!CSV.test(contentType)) return undefined;
  const escapesFormulas = /formulas=escaped/i.test(contentType);
  const columns = columnsOf(entity).filter(
    ({ name }) => maySet(entity, grant, name) || mayKnow(entity, grant, name),
  );
  const decode = (bytes: AsyncIterable<Uint8Array>) => decodeCsv(bytes, columns, limits, { escapesFormulas });
  return { malformed: "malformed-csv", decode };
}

function checkRequest(
  req: Request,
  { users, limits }: Entity,
  { idempotencyKey }: Pick<WriteOptions, "idempotencyKey">,
): void {
  if (users !== undefined) throw new ApiError("invalid-body", "Users are written one at a time.");
  if (limits.maxAffected === 0) throw tooManyRecords(1);
  if (idempotencyKey !== undefined)
    throw new ApiError("invalid-header", '"Idempotency-Key" is not supported for streams: send an array.');
  if (preferredMaximum(req) !== undefined)
    throw new ApiError("invalid-header", '"max-affected" is not supported for streams: send an array.');
}

async function* parsed(
  parts: AsyncIterable<readonly DecodedRecord[]>,
  parse: ParseRecord,
): AsyncGenerator<SourcedInput> {
  for await (const records of parts)
    for (const { line, record, error } of records)
      yield error === undefined ? await attempt(line, record, parse) : { line, error };
}

async function attempt(line: number, record: object, parse: ParseRecord): Promise<SourcedInput> {
  try {
    return { line, input: await parse(record) };
  } catch (error) {
    if (error instanceof ApiError) return { line, error };
    throw error;
  }
}
