import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.js";
import type { ServerSettings } from "../model/settings/server-settings.js";

/** Requests with these change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Where the page is that has sent a request. `unknown`: nothing says that a page has sent it. */
export type PageOrigin = "own" | "foreign" | "unknown";

interface ExpressRequest extends IncomingMessage {
  readonly host?: string;
  readonly protocol?: string;
}

type OriginSettings = Pick<ServerSettings, "publicUrl" | "cors">;

/**
 * Returns a function that finds out whether a page of this server has sent a request, or one that may send cookies to
 * it (`server.cors`). Browsers set both headers, and scripts cannot change them. `Sec-Fetch-Site` decides, because the
 * browser compares the origins as it sees them, also behind a proxy. `Origin` is for browsers that do not send it.
 */
function pageOrigins({ publicUrl, cors }: OriginSettings): (req: IncomingMessage) => PageOrigin {
  const allowed = new Set(cors?.credentials === true ? cors.origins : []);
  const own = publicUrl?.startsWith("http") === true ? new URL(publicUrl).origin : undefined;
  return (req) => {
    const { origin, "sec-fetch-site": site } = req.headers;
    if (site === undefined && origin === undefined) return "unknown";
    if (site === "same-origin" || (origin !== undefined && allowed.has(origin))) return "own";
    return site === undefined && origin !== undefined && (own ?? ownOrigin(origin, req)) === origin
      ? "own"
      : "foreign";
  };
}

/**
 * The origin of this server as the request names it. A page of HTTPS may belong to a server behind a proxy that does not
 * say so. A page of HTTP does not: anyone in the network can make one.
 */
function ownOrigin(origin: string, req: IncomingMessage): string | undefined {
  // Express reads both from what a trusted proxy says.
  const { host = req.headers.host, protocol = "http" } = req as ExpressRequest;
  const scheme = origin.startsWith("https:") ? "https" : protocol;
  const url = `${scheme}://${host ?? ""}`;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/**
 * Returns a function that refuses changes that a foreign page sends with the cookie of its reader (CSRF).
 * `SameSite=Lax` alone does not: other ports and other hosts of the domain are the same site.
 * @returns A function that throws an `ApiError`, 403 `forbidden`.
 */
export function cookieGuard(settings: OriginSettings): (req: IncomingMessage) => void {
  const originOf = pageOrigins(settings);
  return (req) => {
    if (!SAFE_METHODS.has(req.method) && originOf(req) !== "own") throw foreignPage();
  };
}

/** The same for log-ins, which have no cookie yet: programs without a page may log in. */
export function logInGuard(settings: OriginSettings): (req: IncomingMessage) => void {
  const originOf = pageOrigins(settings);
  return (req) => {
    if (!SAFE_METHODS.has(req.method) && originOf(req) === "foreign") throw foreignPage();
  };
}

function foreignPage(): ApiError {
  return new ApiError(
    "forbidden",
    'With a cookie, only pages of this server may send this, and those of "server.cors.origins" with "credentials". Others send a token.',
  );
}
