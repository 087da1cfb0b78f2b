import type { ServerResponse } from "node:http";
import type { IRouter, Request, Response } from "express";
import { ApiError } from "../errors/api-error.js";
import { withLabels } from "../model/with-labels.js";
import type { LabelAt } from "../model/with-label.js";
import { forThisCallerOnly } from "./headers/cache-headers.js";
import { sendProblem } from "./send-problem.js";

// The paths of surfaces that other code names too.
export const API_PREFIX = "/api/data";
export const AUTH_PREFIX = "/api/auth";
export const BATCH_PATH = "/api/batch";
export const OPERATIONS_PREFIX = "/api/operations";
export const MCP_PATH = "/mcp";
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";

/** The path of an entity's changes, below that of the entity. */
export const FOLLOW_PATH = "/changes";

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

/** Answers OPTIONS with 204 and methods that are not allowed with 405. @returns Whether it has answered. */
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

/**
 * Mounts an endpoint, and answers all other methods at its path.
 * @param isForCaller Whether its answers are for the caller only.
 * @param answer Its errors become problems.
 * @param labelAt The labels of the fields of its body.
 */
export function mountEndpoint(
  router: IRouter,
  { path, methods }: Pick<Endpoint, "path" | "methods">,
  isForCaller: boolean,
  answer: (req: Request, res: Response) => Promise<void>,
  labelAt: LabelAt = () => undefined,
): void {
  const allowed = methodsOf([{ methods }]);
  router.all(path, (req, res) => {
    if (isForCaller) forThisCallerOnly(res);
    if (answersMethod(req.method, res, allowed)) return;
    answer(req, res).catch((error: unknown) => sendProblem(res, withLabels(error, labelAt)));
  });
}
