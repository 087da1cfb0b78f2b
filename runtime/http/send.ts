import type { ServerResponse } from "node:http";

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends JSON text as the whole answer, with a known length. */
export function sendJson(
  res: ServerResponse,
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): void {
  res.writeHead(status, { "Content-Type": JSON_TYPE, "Content-Length": Buffer.byteLength(text), ...headers });
  res.end(text);
}
