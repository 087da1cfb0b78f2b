import type cors from "cors";
import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { CorsSettings } from "../../model/settings/server-settings.js";
import type { Stage } from "../stage.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** The request headers that this server reads. */
const ALLOWED_HEADERS = [
  "Authorization",
  "Content-Type",
  "Prefer",
  "If-Match",
  "If-None-Match",
  "Idempotency-Key",
  "Last-Event-ID",
  "X-Request-Id",
  "Traceparent",
  "Tracestate",
];
/** The response headers that pages may read. Browsers hide others from them. */
const EXPOSED_HEADERS = [
  "Location",
  "ETag",
  "Link",
  "Preference-Applied",
  "Retry-After",
  "X-Request-Id",
  "WWW-Authenticate",
  "Allow",
];

/**
 * Adds CORS headers for allowed origins and answers their preflights (fetch.spec.whatwg.org, section 3.3). Requests
 * from other origins are answered without CORS headers, so the browser hides the answer from the page.
 * @param ownHeaders Further headers of requests and answers, of enabled features.
 */
export function corsStages(
  settings: CorsSettings | undefined,
  ownHeaders: readonly string[],
): readonly Stage[] {
  if (settings === undefined) return [];
  const { origins, credentials, maxAge } = settings;
  const isForAll = origins === "*";
  const allowed: ReadonlySet<string | undefined> = new Set(isForAll ? [] : origins);
  const options: cors.CorsOptions = {
    // The stage below has checked the origin.
    origin: isForAll ? "*" : true,
    methods: METHODS,
    allowedHeaders: [...ALLOWED_HEADERS, ...ownHeaders],
    exposedHeaders: [...EXPOSED_HEADERS, ...ownHeaders],
    credentials,
    maxAge,
  };
  const createCors = createRequire(import.meta.url)("cors") as typeof cors;
  const answerPreflight = createCors(options);
  const addHeaders = createCors({ ...options, preflightContinue: true });
  const stage: Stage = (req, res) => {
    // A cache must not give the answer for one origin to another.
    if (!isForAll) res.appendHeader("Vary", "Origin");
    if (!isForAll && !allowed.has(req.headers.origin)) return true;
    const isAnswered = isPreflight(req);
    (isAnswered ? answerPreflight : addHeaders)(req, res, () => undefined);
    return !isAnswered;
  };
  return [stage];
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  const asked = headers["access-control-request-method"];
  return method === "OPTIONS" && headers.origin !== undefined && asked !== undefined;
}
