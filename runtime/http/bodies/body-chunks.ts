import type { Request } from "express";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ApiError } from "../../errors/api-error.js";
import type { Limits } from "../../model/model.js";
import { toBodyError, unreadable, type MalformedCode } from "./body-error.js";
import { closeGently } from "../close-gently.js";
import { stillArriving } from "./read-body.js";

/**
 * Reads a body in parts, as fast as the reader takes them. If it does not take all, the connection is closed after
 * the answer.
 * @param malformed The code of a body that cannot be read or decompressed.
 * @throws {ApiError} 413 beyond `maxStreamBytes`, 415 for a compression other than gzip, or `malformed`.
 */
export async function* bodyChunks(
  req: Request,
  { maxStreamBytes }: Pick<Limits, "maxStreamBytes">,
  malformed: MalformedCode,
): AsyncGenerator<Uint8Array> {
  const parsed: unknown = req.body;
  // The application may already have read it with `express.text()` or `express.raw()`.
  if (typeof parsed === "string" || Buffer.isBuffer(parsed)) {
    yield Buffer.from(parsed as string);
    return;
  }
  if (Number(req.headers["content-length"]) > maxStreamBytes) throw stillArriving(req, maxStreamBytes);
  const source = decompressed(req);
  let length = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length > maxStreamBytes) throw stillArriving(req, maxStreamBytes);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof ApiError ? error : (toBodyError(error, malformed) ?? unreadable(error, malformed));
  } finally {
    if (!req.complete) leave(req);
    req.unpipe();
    req.resume();
  }
}

function decompressed(req: Request): Readable {
  const encoding = req.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return req;
  if (encoding !== "gzip")
    throw new ApiError("unsupported-media-type", "A stream is sent plain or compressed by gzip.");
  const gunzip = createGunzip();
  req.once("error", (error) => gunzip.destroy(error));
  return req.pipe(gunzip);
}

/** Abandons a body that is still arriving: the rest is discarded, and the connection is closed after the answer. */
export function leave({ socket, res }: Request): void {
  if (res !== undefined) res.shouldKeepAlive = false;
  closeGently(socket);
}
