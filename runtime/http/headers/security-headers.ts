import helmet from "helmet";
import type { ServerSettings } from "../../model/settings/server-settings.js";
import { addHeaders } from "./header-list.js";
import type { Stage } from "../stage.js";

/**
 * The helmet headers that matter for JSON answers (OWASP, REST Security Cheat Sheet). They tell browsers to
 * do nothing with an answer except pass it to the page that requested it. The others are about pages.
 */
export function securityHeaders({
  cors,
}: Pick<ServerSettings, "cors">): readonly (readonly [name: string, value: string])[] {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // With CORS on, the CORS headers decide which sites may read the answers.
    crossOriginResourcePolicy: { policy: cors === undefined ? "same-origin" : "cross-origin" },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    // For this host only: subdomains may belong to other servers.
    strictTransportSecurity: { includeSubDomains: false },
    xContentTypeOptions: true,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  const pairs: [string, string][] = [];
  const response = { setHeader: (name: string, value: string) => pairs.push([name, value]) };
  setHeaders({} as never, response as never, (error?: unknown) => {
    if (error !== undefined) throw new Error("The security headers cannot be made.", { cause: error });
  });
  return pairs;
}

/** Adds the security headers to each answer. They are constant: helmet runs once. Endpoints may override them. */
export function securityHeaderStages(server: Pick<ServerSettings, "cors">): readonly Stage[] {
  const headers = securityHeaders(server).flat();
  return [
    (_req, res) => {
      addHeaders(res, headers);
      return true;
    },
  ];
}
