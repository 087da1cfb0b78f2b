import { Router, type Request, type RequestHandler, type Response } from "express";
import { denied } from "../../access/authorize.js";
import { GUEST_ROLE, type Caller } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import { addHeaders } from "../../http/headers/header-list.js";
import { varyBy } from "../../http/headers/cache-headers.js";
import { mountEndpoint } from "../../http/endpoint.js";
import { sendJson } from "../../http/send.js";
import type { OpenapiSettings } from "../../model/settings/openapi-settings.js";
import { recordTag } from "../../records/record-tag.js";
import { callersWith, rolesThatMatter } from "../openapi/audience.js";
import { openapiText } from "../openapi/openapi-document.js";
import { answersCurrent, tagged } from "../../http/headers/answers-current.js";
import { parseParameters } from "../../http/parse-parameters.js";
import type { SurfaceContext } from "../surface.js";

/**
 * The number of documents that are cached: enough for the usual combinations of roles. Others are generated again.
 */
const MAX_KEPT = 16;

interface Rendered {
  readonly text: string;
  readonly tag: string;
}

/** `GET /api/openapi.json`: the document, generated on first use. */
export function documentRoutes(settings: OpenapiSettings, context: SurfaceContext): RequestHandler {
  const { identify, model } = context;
  const documents = new Documents(model, settings);
  const answer = async (req: Request, res: Response) => {
    const caller = await identify(req);
    if (!settings.roles.some((role) => caller.roles.includes(role)))
      throw denied(caller, "This caller may not read the document.");
    const isOwn = parseOwn(req.url);
    addCacheHeaders(res, isOwn || !settings.roles.includes(GUEST_ROLE), context);
    const { text, tag } = documents.get(isOwn ? caller : undefined, mountOf(req.baseUrl));
    if (!answersCurrent(res, tag)) sendJson(res, 200, text, tagged(tag));
  };
  const router = Router();
  mountEndpoint(router, { path: "/", methods: ["get"] }, false, answer);
  return router;
}

/**
 * Whether the caller asks for a document of their own rights: `?as=me`.
 * @throws {ApiError} `invalid-query`
 */
function parseOwn(url: string): boolean {
  const [as] = parseParameters(url, ["as"]).as ?? [];
  if (as === undefined || as === "me") return as !== undefined;
  const message = '"as" must be "me": what the caller of the request may do.';
  throw new ApiError("invalid-query", message, { issues: [{ path: "as", code: "not-listed", message }] });
}

/** Clients may cache a document, but must revalidate it before each use. */
function addCacheHeaders(res: Response, isForCaller: boolean, { model }: SurfaceContext): void {
  addHeaders(res, ["Cache-Control", isForCaller ? "private, no-cache" : "no-cache"]);
  if (model.auth !== undefined) varyBy(res, "Authorization");
}

/** The path at which the application is mounted in another one. */
function mountOf(baseUrl: string): string {
  return baseUrl.replace(/\/api\/openapi\.json$/i, "").replace(/^\/+/, "/");
}

/** The texts of documents, each generated once. */
class Documents {
  readonly #model: SurfaceContext["model"];
  readonly #url: string | undefined;
  readonly #kept = new Map<string, Rendered>();

  constructor(model: SurfaceContext["model"], { url }: OpenapiSettings) {
    this.#model = model;
    this.#url = url;
  }

  /** @param caller Default: the document for everyone. */
  get(caller: Caller | undefined, mount: string): Rendered {
    const roles = caller && rolesThatMatter(this.#model, caller.roles);
    const key = JSON.stringify([mount, roles]);
    const kept = this.#kept.get(key) ?? this.#render(roles, mount);
    // Moves the most recently used document to the end.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  #render(roles: readonly string[] | undefined, mount: string): Rendered {
    const url = this.#url ?? (mount === "" ? "/" : mount);
    const audience = roles === undefined ? {} : { audience: callersWith(roles) };
    const text = openapiText(this.#model, { url, ...audience });
    return { text, tag: recordTag(text) };
  }
}
