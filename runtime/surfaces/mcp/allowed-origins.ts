import type { IncomingMessage } from "node:http";
import { ApiError } from "../../errors/api-error.js";
import { isLoopback } from "../../http/loopback.js";
import { quoteName } from "../../model/names.js";
import type { Model } from "../../model/model.js";
import type { McpSettings } from "../../model/settings/mcp-settings.js";

/**
 * Returns a function that checks the host and the origin of a request. A page on another site could otherwise reach a
 * server on its reader's machine, by a name of its own that leads there (DNS rebinding).
 */
export function originCheck(
  { hosts, origins }: Pick<McpSettings, "hosts" | "origins">,
  { server: { publicUrl } }: Pick<Model, "server">,
): (req: IncomingMessage) => void {
  const own = publicUrl?.startsWith("http") === true ? new URL(publicUrl) : undefined;
  const knownHosts = new Set([
    ...hosts.map((host) => hostName(host)),
    ...(own === undefined ? [] : [own.hostname]),
  ]);
  const knownOrigins = new Set([...origins, ...(own === undefined ? [] : [own.origin])]);
  /** @throws {ApiError} 403 `forbidden` */
  return ({ headers: { host, origin } }) => {
    const asked = hostName(host ?? "");
    if (!isLoopback(withoutBrackets(asked)) && !knownHosts.has(asked))
      throw refused("host", asked, "mcp.hosts");
    if (origin === undefined || knownOrigins.has(origin)) return;
    const from = URL.canParse(origin) ? new URL(origin).hostname : "";
    if (!isLoopback(withoutBrackets(from))) throw refused("origin", origin, "mcp.origins");
  };
}

/** The name or address without the port, in lower case. */
function hostName(host: string): string {
  return host.replace(/:\d*$/, "").toLowerCase();
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function refused(what: string, value: string, option: string): ApiError {
  return new ApiError(
    "forbidden",
    `The ${what} ${quoteName(value)} is none of this server: see "${option}".`,
  );
}
