import { Router, type Request, type RequestHandler, type Response } from "express";
import { denied } from "../../access/authorize.js";
import { invalidToken } from "../../access/bearer-token.js";
import { GUEST_ROLE, MEMBER_ROLE, type Caller } from "../../access/caller.js";
import type { ApiError } from "../../errors/api-error.js";
import { loadOptional } from "../../errors/package-error.js";
import { mountEndpoint } from "../../http/endpoint.js";
import { readJsonObject } from "../../http/bodies/read-body.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { sendJson } from "../../http/send.js";
import { toApiError } from "../../http/send-problem.js";
import type { Model } from "../../model/model.js";
import type { McpSettings } from "../../model/settings/mcp-settings.js";
import type { SurfaceContext } from "../surface.js";
import { originCheck } from "./allowed-origins.js";
import { createProtocolServer } from "./protocol-server.js";
import { withChallenge } from "./resource-metadata.js";
import { createTools } from "./tools.js";

const PACKAGES = "@modelcontextprotocol/server @modelcontextprotocol/node";

/** @throws {PackageError} */
export function loadSdk() {
  return loadOptional(
    "@modelcontextprotocol/server",
    "mcp",
    () => import("@modelcontextprotocol/server"),
    PACKAGES,
  );
}

/** The levels of JSON around the arguments of a call. */
const LEVELS_AROUND = 3;

/** `POST /mcp`: the Model Context Protocol, without sessions, so that any server may answer any request. */
export async function mcpRoutes(settings: McpSettings, surface: SurfaceContext): Promise<RequestHandler> {
  const { model, identify } = surface;
  const sdk = await loadSdk();
  const { toNodeHandler } = await loadOptional(
    "@modelcontextprotocol/node",
    "mcp",
    () => import("@modelcontextprotocol/node"),
    PACKAGES,
  );
  const tools = createTools({ ...surface, settings });
  const checkOrigin = originCheck(settings, model);
  const limits = { ...model.server, maxJsonDepth: model.server.maxJsonDepth + LEVELS_AROUND };

  const answer = async (req: Request, res: Response) => {
    checkOrigin(req);
    const caller = await admitted(req);
    let body: object;
    try {
      body = await readJsonObject(req, limits);
    } catch (error) {
      refuseBody(res, toApiError(error));
      return;
    }
    const carrier = { request: () => req, identify: () => Promise.resolve(caller) };
    const handler = sdk.createMcpHandler(() => createProtocolServer(sdk, settings, tools, carrier), {
      // Nothing changes that clients could subscribe to.
      maxSubscriptions: 0,
    });
    await toNodeHandler(handler)(req, res, body);
  };

  /** The caller, counted once for the request. @throws {ApiError} 401 or 403. */
  const admitted = async (req: Request): Promise<Caller> => {
    try {
      const caller = await identify(req);
      checkAdmitted(caller, settings, model);
      return caller;
    } catch (error) {
      throw withChallenge(error, req, model);
    }
  };

  const router = Router();
  mountEndpoint(router, { path: "/", methods: ["post"] }, model.auth !== undefined, answer);
  return router;
}

/** @throws {ApiError} 401 or 403 for a caller without one of the roles, or whose token is for another server. */
export function checkAdmitted(caller: Caller, { roles, audience }: McpSettings, { auth }: Model): void {
  const isByProvider = auth?.tokens?.kind === "provider";
  const needed = roles ?? [isByProvider ? MEMBER_ROLE : GUEST_ROLE];
  if (!needed.some((role) => caller.roles.includes(role)))
    throw denied(caller, 'This caller may not use this endpoint: see "mcp.roles".');
  if (audience !== undefined && caller.isAuthenticated && ![caller.claims["aud"]].flat().includes(audience))
    throw invalidToken("The token is for another server.");
}

/** Codes of JSON-RPC 2.0, 5.1. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Refuses a body that holds no message, in the form of the protocol. Lists of messages are not served. */
function refuseBody(res: Response, problem: ApiError): void {
  const isList = problem.code === "invalid-body";
  const message = isList
    ? "Send one message, as a JSON object. Lists of messages are not accepted."
    : problem.message;
  const error = {
    code: problem.code === "malformed-json" ? PARSE_ERROR : INVALID_REQUEST,
    message,
    data: problem.toProblem(requestIdOf(res.req)),
  };
  const headers = Object.entries(problem.headers).flat();
  sendJson(res, problem.status, JSON.stringify({ jsonrpc: "2.0", id: null, error }), headers);
}
