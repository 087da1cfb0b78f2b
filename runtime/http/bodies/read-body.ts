import express, { type Request, type RequestHandler, type Response } from "express";
import { ApiError } from "../../errors/api-error.js";
import { closeGently } from "../close-gently.js";
import { bodyTooLarge, toBodyError, unreadable } from "./body-error.js";
import type { Limits } from "../../model/model.js";
import { isPlainObject } from "../../model/values/plain-object.js";
import { checkParsedJson, parseJsonText, type JsonLimits } from "./parse-json.js";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
/** Matches a content type in UTF-8, or without a `charset`. */
export const UTF8_OR_NONE = /^(?:(?!;\s*charset\s*=).)*$|;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Readers of body-parser, by size limit. They handle limits, compression and broken connections. */
const readers = new Map<number, RequestHandler>();

type BodyLimits = JsonLimits & Pick<Limits, "maxBodyBytes">;

/** Reads a JSON body. @throws {ApiError} 413, 415 or `malformed-json`. */
export async function readJsonBody(req: Request, limits: BodyLimits): Promise<unknown> {
  const contentType = req.headers["content-type"] ?? "";
  if (!JSON_TYPE.test(contentType) || !UTF8_OR_NONE.test(contentType))
    throw new ApiError(
      "unsupported-media-type",
      'Send the body as "Content-Type: application/json", in UTF-8.',
    );
  const parsed = parsedBody(req);
  if (parsed !== undefined && !Buffer.isBuffer(parsed)) {
    checkParsedJson(parsed, limits);
    return parsed;
  }
  const bytes = await readBytes(req, limits.maxBodyBytes);
  return parseJsonText(decode(bytes), limits);
}

/** The body that the application has already read, as with `express.json()`. `undefined` if it has not. */
export function parsedBody(req: Request): unknown {
  const body: unknown = req.body;
  // The parsers of Express 4 set `{}` for a body that they do not read.
  const isUnread = isPlainObject(body) && Object.keys(body).length === 0 && !req.readableDidRead;
  return isUnread ? undefined : body;
}

/** Reads a body that is a JSON object. @throws {ApiError} 413, 415, `malformed-json` or `invalid-body`. */
export async function readJsonObject(req: Request, limits: BodyLimits): Promise<object> {
  const body = await readJsonBody(req, limits);
  if (isPlainObject(body)) return body;
  throw new ApiError("invalid-body", "The body must be a JSON object.");
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new ApiError("malformed-json", "The body is not valid UTF-8.", { cause: error });
  }
}

async function readBytes(req: Request, maxBytes: number): Promise<Buffer> {
  if (Number(req.headers["content-length"]) > maxBytes) throw stillArriving(req, maxBytes);
  let reader = readers.get(maxBytes);
  if (reader === undefined) {
    reader = express.raw({ type: () => true, limit: maxBytes }) as RequestHandler;
    readers.set(maxBytes, reader);
  }
  await Promise.race([runReader(reader, req), ...arrivingTooMuch(req, maxBytes)]);
  const body: unknown = req.body;
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new ApiError("malformed-json", "The body is empty; send a JSON object.");
  return body;
}

/**
 * The error for a body that is too large and still arriving. body-parser would read it to its end, so the
 * connection is closed after the answer.
 */
export function stillArriving({ socket }: Request, maxBytes: number): ApiError {
  closeGently(socket);
  return bodyTooLarge(maxBytes, { headers: { Connection: "close" } });
}

/** For a body without a length: rejects as soon as too many bytes have arrived, compressed or not. */
function arrivingTooMuch(req: Request, maxBytes: number): readonly Promise<never>[] {
  if (req.headers["transfer-encoding"] === undefined) return [];
  let length = 0;
  const tooMuch = new Promise<never>((_, reject) => {
    req.on("data", (chunk: Buffer) => {
      if ((length += chunk.length) > maxBytes) reject(stillArriving(req, maxBytes));
    });
  });
  return [tooMuch];
}

function runReader(reader: RequestHandler, req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    void reader(req, req.res as Response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toBodyError(error) ?? unreadable(error));
    });
  });
}
