import { Router, type Request, type RequestHandler } from "express";
import { ApiError } from "../../errors/api-error.js";
import { MCP_PATH, mountEndpoint, RESOURCE_METADATA_PATH } from "../../http/endpoint.js";
import { sendJson } from "../../http/send.js";
import type { Model } from "../../model/model.js";
import type { McpSettings } from "../../model/settings/mcp-settings.js";
import type { SurfaceContext } from "../surface.js";
import { originCheck } from "./allowed-origins.js";

/** `GET /.well-known/oauth-protected-resource/mcp`: where clients log in (RFC 9728). */
export function resourceMetadata(
  settings: McpSettings,
  { model }: Pick<SurfaceContext, "model">,
): Promise<RequestHandler> {
  const router = Router();
  const checkOrigin = originCheck(settings, model);
  const issuer = model.auth?.tokens?.kind === "provider" ? model.auth.tokens.issuer : "";
  for (const path of ["/", MCP_PATH])
    mountEndpoint(router, { path, methods: ["get"] }, false, (req, res) => {
      checkOrigin(req);
      const metadata = {
        resource: `${baseOf(req, model)}${MCP_PATH}`,
        resource_name: settings.name,
        authorization_servers: [issuer],
        bearer_methods_supported: ["header"],
      };
      sendJson(res, 200, JSON.stringify(metadata));
      return Promise.resolve();
    });
  return Promise.resolve(router);
}

/** The error with the address of the metadata, from which clients learn where to log in. */
export function withChallenge(error: unknown, req: Request, model: Model): unknown {
  if (!(error instanceof ApiError) || error.status !== 401 || model.auth?.tokens?.kind !== "provider")
    return error;
  const { code, message, issues, headers, cause } = error;
  const challenge = headers["WWW-Authenticate"] ?? "Bearer";
  const address = `resource_metadata="${baseOf(req, model)}${RESOURCE_METADATA_PATH}${MCP_PATH}"`;
  const separator = challenge.includes(" ") ? ", " : " ";
  return new ApiError(code, message, {
    issues,
    headers: { ...headers, "WWW-Authenticate": `${challenge}${separator}${address}` },
    cause,
  });
}

/** The URL of the server for this client. Proxies are trusted as `server.trustProxy` says. */
function baseOf(req: Request, { server: { publicUrl = "" } }: Pick<Model, "server">): string {
  return publicUrl.startsWith("http") ? publicUrl : `${req.protocol}://${req.host}${publicUrl}`;
}
