import helmet from "helmet";
import type { ServerSettings } from "../model/server-settings.js";
import type { Stage } from "./stage.js";

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/**
 * What tells browsers to do nothing with an answer but to hand it to the page that asked for it: helmet's headers, those
 * that mean something for JSON (OWASP, REST Security Cheat Sheet). The others are about pages.
 */
export function securityHeaders({ cors }: Pick<ServerSettings, "cors">): HeaderPairs {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Where pages of other sites may read the answers, CORS says which.
    crossOriginResourcePolicy: { policy: cors === undefined ? "same-origin" : "cross-origin" },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    // For this host only: what else is below its name is not for this server to say.
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
  return recorded(setHeaders);
}

/** They are the same for every answer, so helmet is asked once. Endpoints may set others in their place. */
export function securityHeaderStages(server: Pick<ServerSettings, "cors">): readonly Stage[] {
  const headers = securityHeaders(server);
  return [
    (_req, res, next) => {
      for (const [name, value] of headers) res.setHeader(name, value);
      next();
    },
  ];
}

function recorded(setHeaders: ReturnType<typeof helmet>): HeaderPairs {
  const pairs: [string, string][] = [];
  const response = { setHeader: (name: string, value: string) => pairs.push([name, value]) };
  setHeaders({} as never, response as never, (error?: unknown) => {
    if (error !== undefined) throw new Error("The security headers cannot be made.", { cause: error });
  });
  return pairs;
}
