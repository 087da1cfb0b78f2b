import type { ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.js";
import { sendProblem } from "./send-problem.js";

/** The prefixes of the surfaces. */
export const API_PREFIX = "/api/data";
export const AUTH_PREFIX = "/api/auth";
export const BATCH_PATH = "/api/batch";
export const OPERATIONS_PREFIX = "/api/operations";
export const DOCS_PATH = "/api/docs";
export const DOCUMENT_PATH = "/api/openapi.json";

/**
 * An endpoint. Routers, the `Allow` header, operations without roles, the audit and the generator read this table.
 */
export interface Endpoint {
  readonly name: string;
  /** The router methods. `get` also answers HEAD. */
  readonly methods: readonly ("get" | "post" | "put" | "patch" | "delete")[];
  /** The path below the prefix. Parameters are written `:name`. */
  readonly path: string;
}

/** The methods of the endpoints at one path, as `Allow` lists them. */
export function methodsOf(endpoints: readonly Pick<Endpoint, "methods">[]): readonly string[] {
  const own = endpoints.flatMap(({ methods }) =>
    methods.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()])),
  );
  return [...new Set([...own, "OPTIONS"])];
}

/**
 * Answers OPTIONS with 204 and methods that are not allowed with 405.
 * @returns Whether it has answered.
 */
export function answersMethod(method: string, res: ServerResponse, allowed: readonly string[]): boolean {
  const isAllowed = allowed.includes(method);
  if (isAllowed && method !== "OPTIONS") return false;
  const Allow = allowed.join(", ");
  if (isAllowed) res.writeHead(204, { Allow }).end();
  else {
    const detail = `The method ${method} is not allowed here; allowed: ${Allow}.`;
    sendProblem(res, new ApiError("method-not-allowed", detail, { headers: { Allow } }));
  }
  return true;
}
