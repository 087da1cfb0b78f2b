import express, { type Request, type RequestHandler, type Response } from "express";
import { ApiError } from "../errors/api-error.js";
import { bodyTooLarge, toBodyError } from "./body-error.js";
import { parseJsonText } from "./parse-json.js";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const UTF8_OR_NONE = /^(?:(?!;\s*charset\s*=).)*$|;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** body-parser does the reading: limits, compression, broken connections. One reader for each limit. */
const readers = new Map<number, RequestHandler>();

/**
 * Reads a JSON body.
 * @throws {ApiError} 413, 415 or `malformed-json`.
 */
export async function readJsonBody(req: Request, maxBytes: number): Promise<unknown> {
  const contentType = req.headers["content-type"] ?? "";
  if (!JSON_TYPE.test(contentType) || !UTF8_OR_NONE.test(contentType)) {
    throw new ApiError(
      "unsupported-media-type",
      'Send the body as "Content-Type: application/json", in UTF-8.',
    );
  }
  // The application may have read it already, with express.json().
  if (req.body !== undefined && !Buffer.isBuffer(req.body)) return req.body;
  // At once, because body-parser would first read it to its end; it is still on its way, so the connection ends too.
  if (Number(req.headers["content-length"]) > maxBytes)
    throw bodyTooLarge(maxBytes, { headers: { Connection: "close" } });
  const bytes = await readBytes(req, maxBytes);
  return parseJsonText(decode(bytes));
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new ApiError("malformed-json", "The body is not valid UTF-8.", { cause: error });
  }
}

async function readBytes(req: Request, maxBytes: number): Promise<Buffer> {
  let reader = readers.get(maxBytes);
  if (reader === undefined) {
    reader = express.raw({ type: () => true, limit: maxBytes }) as RequestHandler;
    readers.set(maxBytes, reader);
  }
  await runReader(reader, req);
  const body: unknown = req.body;
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new ApiError("malformed-json", "The body is empty; send a JSON object.");
  return body;
}

function runReader(reader: RequestHandler, req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    void reader(req, req.res as Response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toBodyError(error) ?? unreadable(error));
    });
  });
}

function unreadable(error: unknown): ApiError {
  return new ApiError("malformed-json", "The body cannot be read.", { cause: error });
}
