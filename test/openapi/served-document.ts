import { expect } from "vitest";
import type { Headers } from "../conformance/callers.js";
import type { TestServer } from "../conformance/start-server.js";
import type { OpenapiJson } from "./openapi-document.js";

/** The document from the endpoint of a server. */
export async function servedDocument(
  server: TestServer,
  query = "",
  headers: Headers = {},
): Promise<OpenapiJson> {
  const reply = await server.request("GET", `/api/openapi.json${query}`, { headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.json as OpenapiJson;
}
