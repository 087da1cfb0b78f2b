import type { IncomingMessage } from "node:http";

/** What a request has once it is in Express. */
interface Routed extends IncomingMessage {
  readonly originalUrl?: string;
  readonly baseUrl?: string;
  readonly route?: { readonly path: unknown };
}

const ENTITY = /^\/api\/data\/([^/?#]+)/i;
const OWN = /\/api\/(?:data\/([^/]+)|auth)$/i;
const PROBE = /^\/(?:livez|readyz|metrics)(?=$|\?)/;

/** Where a request led, with names in the place of values; few in number, whatever is asked for. */
export type RouteTemplate = (req: IncomingMessage) => string;

/** Templates such as `/api/data/blogpost/:access/findbyid/:id`; `…` stands for what nobody took. */
export function createRouteTemplate(entityNames: readonly string[]): RouteTemplate {
  const names = new Map(entityNames.map((name) => [name.toLowerCase(), name]));
  return (req: Routed) => {
    const { originalUrl = req.url ?? "", baseUrl = "", route } = req;
    const own = OWN.exec(baseUrl);
    // Somebody may have mounted the application at a path.
    const asked = originalUrl.startsWith(baseUrl) ? originalUrl.slice(baseUrl.length) : originalUrl;
    const [, entity] = own ?? ENTITY.exec(asked) ?? [];
    const path = route === undefined ? undefined : String(route.path);
    // An endpoint of somebody's own, which may well lie below /api/data. A router may be mounted at a path with values.
    if (path !== undefined && own === null) return baseUrl === "" ? path : `…${path}`;
    if (entity !== undefined) {
      const name = names.get(decoded(entity).toLowerCase());
      return name === undefined ? "/api/data/:entity/…" : `/api/data/${name}${below(path)}`;
    }
    if (path !== undefined) return `/api/auth${path}`;
    return PROBE.exec(asked)?.[0] ?? "…";
  };
}

function below(path: string | undefined): string {
  if (path === undefined) return "/…";
  return path === "/" ? "" : path;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Whether it is asked for again and again by a machine that looks after the server. */
export function isProbe(route: string): boolean {
  return PROBE.test(route);
}
