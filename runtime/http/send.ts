import type { ServerResponse } from "node:http";

const JSON_TYPE = "application/json; charset=utf-8";

/** Writes a JSON text as the whole answer: everything about it is known, so nothing is left to find out. */
export function sendJson(
  res: ServerResponse,
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): void {
  res.writeHead(status, { "Content-Type": JSON_TYPE, "Content-Length": Buffer.byteLength(text), ...headers });
  res.end(text);
}
