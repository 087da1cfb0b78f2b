import type { IncomingMessage } from "node:http";
import type { Routes } from "../observe/observation.js";
import { API_PREFIX, AUTH_PREFIX } from "./endpoint.js";
import { fixedPathOf } from "./fixed-reads.js";
import { decodeSegment } from "./shortcut.js";

/** The members that Express adds to a request. */
interface RoutedRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly baseUrl?: string;
  readonly route?: { readonly path: unknown };
}

const ENTITY = new RegExp(`^${API_PREFIX}/([^/?#]+)`, "i");
const OWN = new RegExp(`(?:${API_PREFIX}/([^/]+)|${AUTH_PREFIX})$`, "i");
/**
 * Templates of routes, such as `/api/data/blogpost/:access/findbyid/:id`. `…` stands for an unmatched part.
 * @param surfaces The paths of all surfaces.
 */
export function createRoutes(entityNames: readonly string[], surfaces: readonly string[]): Routes {
  const others = surfaces.filter((path) => path !== AUTH_PREFIX);
  const wholes = others.map((path) => path.replaceAll(".", "\\."));
  const isWhole = new RegExp(`(${wholes.join("|")})$`, "i");
  const names = new Map(entityNames.map((name) => [name.toLowerCase(), name]));
  const templateOf = (req: RoutedRequest) => {
    const { originalUrl = req.url ?? "", baseUrl = "", route } = req;
    const own = OWN.exec(baseUrl);
    // The application may be mounted at a path.
    const asked = originalUrl.startsWith(baseUrl) ? originalUrl.slice(baseUrl.length) : originalUrl;
    const [, entity] = own ?? ENTITY.exec(asked) ?? [];
    const path = route === undefined ? undefined : String(route.path);
    const [, whole] = isWhole.exec(baseUrl) ?? [];
    if (whole !== undefined && path !== undefined) return `${whole.toLowerCase()}${path === "/" ? "" : path}`;
    // An endpoint that the user added, perhaps below /api/data. Its mount path may contain values, so it is
    // not shown.
    if (path !== undefined && own === null) return baseUrl === "" ? path : `…${path}`;
    if (entity !== undefined) {
      const name = names.get(decoded(entity).toLowerCase());
      return name === undefined ? `${API_PREFIX}/:entity/…` : `${API_PREFIX}/${name}${below(path)}`;
    }
    if (path !== undefined) return `${AUTH_PREFIX}${path}`;
    return fixedPathOf(asked) ?? "…";
  };
  return { templateOf, isFixed: (route) => fixedPathOf(route) !== undefined };
}

function below(path: string | undefined): string {
  if (path === undefined) return "/…";
  return path === "/" ? "" : path;
}

/** Falls back to the raw text: Express decodes some paths that `decodeURIComponent` rejects. */
export function decoded(segment: string): string {
  return decodeSegment(segment) ?? segment;
}
