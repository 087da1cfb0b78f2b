import { Router, type Request, type RequestHandler, type Response } from "express";
import type { ApiKey } from "../../access/api-key.js";
import { denied } from "../../access/authorize.js";
import { GUEST_ROLE } from "../../access/caller.js";
import { addHeaders } from "../../http/headers/header-list.js";
import { varyBy } from "../../http/headers/cache-headers.js";
import { mountEndpoint } from "../../http/endpoint.js";
import { sendJson } from "../../http/send.js";
import type { OpenapiSettings } from "../../model/settings/openapi-settings.js";
import { recordTag } from "../../records/record-tag.js";
import { callersWith, rolesThatMatter } from "../openapi/audience.js";
import { openapiText } from "../openapi/openapi-document.js";
import { answersCurrent, tagged } from "../../http/headers/answers-current.js";
import { invalidQuery, parseParameters } from "../../http/parse-parameters.js";
import type { SurfaceContext } from "../surface.js";

/**
 * The number of documents that are cached: enough for the usual combinations of roles. Others are generated again.
 */
const MAX_KEPT = 16;

interface TaggedText {
  readonly text: string;
  readonly tag: string;
}

/** `GET /api/openapi.json`: the document, generated on first use. */
export function documentRoutes(
  settings: OpenapiSettings,
  { identify, model }: SurfaceContext,
): RequestHandler {
  const documentFor = createDocuments(model, settings.url);
  const answer = async (req: Request, res: Response) => {
    const caller = await identify(req);
    if (!settings.roles.some((role) => caller.roles.includes(role)))
      throw denied(caller, "This caller may not read the document.");
    const isOwn = parseOwn(req.url);
    const isForCaller = isOwn || !settings.roles.includes(GUEST_ROLE);
    // Clients may cache a document, but must revalidate it before each use.
    addHeaders(res, ["Cache-Control", isForCaller ? "private, no-cache" : "no-cache"]);
    if (model.auth !== undefined) varyBy(res, "Authorization");
    const roles = isOwn ? rolesThatMatter(model, caller.roles) : undefined;
    const { text, tag } = documentFor(roles, isOwn ? caller.apiKey : undefined, mountOf(req.baseUrl));
    if (!answersCurrent(res, tag)) sendJson(res, 200, text, tagged(tag));
  };
  const router = Router();
  mountEndpoint(router, { path: "/", methods: ["get"] }, false, answer);
  return router;
}

/** Whether the caller asks for a document of their own rights: `?as=me`. @throws {ApiError} `invalid-query` */
function parseOwn(url: string): boolean {
  const [as] = parseParameters(url, ["as"]).as ?? [];
  if (as === undefined || as === "me") return as !== undefined;
  throw invalidQuery("as", "not-listed", '"as" must be "me": what the caller of the request may do.');
}

/** The path at which the application is mounted in another one. */
function mountOf(baseUrl: string): string {
  return baseUrl.replace(/\/api\/openapi\.json$/i, "").replace(/^\/+/, "/");
}

/** Returns a function that generates each document once. Without roles, it is the one for everyone. */
function createDocuments(model: SurfaceContext["model"], ownUrl: string | undefined) {
  const kept = new Map<string, TaggedText>();
  return (roles: readonly string[] | undefined, apiKey: ApiKey | undefined, mount: string): TaggedText => {
    const key = JSON.stringify([mount, roles, apiKey && { ...apiKey, id: "" }]);
    const url = ownUrl ?? (`${model.server.publicUrl ?? ""}${mount}` || "/");
    const rendered = kept.get(key) ?? render(model, roles, apiKey, url);
    // Moves the most recently used document to the end.
    kept.delete(key);
    kept.set(key, rendered);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return rendered;
  };
}

function render(
  model: SurfaceContext["model"],
  roles: readonly string[] | undefined,
  apiKey: ApiKey | undefined,
  url: string,
): TaggedText {
  const text = openapiText(model, { url, ...(roles && { audience: callersWith(roles, apiKey) }) });
  return { text, tag: recordTag(text) };
}
