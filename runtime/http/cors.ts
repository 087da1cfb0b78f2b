import cors from "cors";
import type { IncomingMessage } from "node:http";
import type { CorsSettings } from "../model/server-settings.js";
import type { Stage } from "./stage.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** The headers that mean something to this server. */
const ALLOWED_HEADERS = [
  "Authorization",
  "Content-Type",
  "Prefer",
  "If-Match",
  "If-None-Match",
  "Idempotency-Key",
  "X-Request-Id",
  "Traceparent",
  "Tracestate",
];
/** What its answers say beside the body, and browsers would hide from pages. */
const EXPOSED_HEADERS = [
  "Location",
  "ETag",
  "Preference-Applied",
  "Retry-After",
  "X-Request-Id",
  "WWW-Authenticate",
  "Allow",
];

/**
 * Lets pages of other sites read the answers, and answers their preflights (fetch.spec.whatwg.org, section 3.3). To
 * any other site nothing is said: its requests are answered as ever, and its browser keeps the answer from the page.
 */
export function corsStages(settings: CorsSettings | undefined): readonly Stage[] {
  if (settings === undefined) return [];
  const { origins, credentials, maxAge } = settings;
  const isForAll = origins === "*";
  const allowed: ReadonlySet<string | undefined> = new Set(isForAll ? [] : origins);
  const options: cors.CorsOptions = {
    // By now it is one of them.
    origin: isForAll ? "*" : true,
    methods: METHODS,
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    credentials,
    maxAge,
  };
  const answerPreflight = cors(options);
  const addHeaders = cors({ ...options, preflightContinue: true });
  const stage: Stage = (req, res, next) => {
    // Whoever keeps the answer to one site must not give it to another.
    if (!isForAll) res.appendHeader("Vary", "Origin");
    if (!isForAll && !allowed.has(req.headers.origin)) next();
    else if (isPreflight(req)) answerPreflight(req, res, next);
    else addHeaders(req, res, next);
  };
  return [stage];
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  const asked = headers["access-control-request-method"];
  return method === "OPTIONS" && headers.origin !== undefined && asked !== undefined;
}
