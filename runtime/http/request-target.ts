import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.js";
import { sendProblem } from "./send-problem.js";
import type { Stage } from "./stage.js";

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)/i;
/** `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2). It may be empty. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Parses a request target in absolute form, `GET http://host/livez`, which every server must accept (RFC 9112 §3.2.2).
 * @returns `undefined` for other forms.
 */
export function parseAbsolute(target: string): { readonly path: string; readonly host: string } | undefined {
  if (target.startsWith("/")) return undefined;
  const [, scheme = "", host = "", path = ""] = ABSOLUTE.exec(target) ?? [];
  if (!/^https?$/i.test(scheme)) return undefined;
  return { host, path: path.startsWith("/") ? path : `/${path}` };
}

/**
 * Rejects a request without exactly one valid host (RFC 9112 §3.2): a proxy may have routed by another of two
 * hosts, or have parsed an invalid one differently.
 */
export const checkHost: Stage = (req, res) => {
  const mistake = mistakeInHost(req);
  if (mistake !== undefined)
    sendProblem(res, new ApiError("malformed-request", mistake, { headers: { Connection: "close" } }));
  return mistake === undefined;
};

function mistakeInHost({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  // Adapters of serverless hosts make requests without raw headers.
  const host = rawHeaders.length === 0 ? headers.host : onlyHost(rawHeaders);
  if (host === SEVERAL) return 'The request has more than one header "Host".';
  if (host === undefined) return httpVersion === "1.1" ? 'The request has no header "Host".' : undefined;
  if (!isValid(host)) return 'The header "Host" is not a host with an optional port.';
  const asked = headers.host;
  // The target named another host.
  if (asked !== host && (asked === undefined || asked === "" || !isValid(asked)))
    return "The target of the request names no host.";
  return undefined;
}

const SEVERAL = Symbol("several hosts");

/** Reads `rawHeaders`: `headers` has only the first `Host`, or the host of the target. */
function onlyHost(rawHeaders: readonly string[]): string | typeof SEVERAL | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return SEVERAL;
    host = rawHeaders[index + 1] ?? "";
  }
  return host;
}

/** Cached, because clients send the same host again and again. */
let lastValid = "";

function isValid(host: string): boolean {
  if (host !== lastValid && !HOST.test(host)) return false;
  lastValid = host;
  return true;
}
