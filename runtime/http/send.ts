import type { ServerResponse } from "node:http";
import { sendHead, type HeaderList } from "./header-list.js";

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends JSON text as the whole answer, with a known length. */
export function sendJson(res: ServerResponse, status: number, text: string, headers: HeaderList = []): void {
  sendHead(res, status, ["Content-Type", JSON_TYPE, "Content-Length", Buffer.byteLength(text), ...headers]);
  res.end(text);
}
