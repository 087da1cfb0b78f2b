import type { Request } from "express";
import { API_PREFIX } from "../../http/endpoint.js";
import { fieldTypes } from "../../model/field-type.js";
import type { EndpointFamily } from "../../model/endpoint-families.js";
import type { Entity } from "../../model/model.js";

/** The Express setting for the families of endpoints. */
export const ENDPOINT_FAMILIES = "endpoint families";

/** The Express setting for `server.publicUrl`. */
export const PUBLIC_URL = "public URL";

/**
 * The URL of a record: that of the path endpoints, if there are any. It is a path unless `server.publicUrl` has a host.
 * @param req A request to the entity's router, whose base is the path at which the application is mounted, too.
 */
export function recordLocation(
  { name, keys }: Pick<Entity, "name" | "keys">,
  record: Readonly<Record<string, unknown>>,
  req: Pick<Request, "app" | "baseUrl">,
): string {
  const families = req.app.get(ENDPOINT_FAMILIES) as readonly EndpointFamily[] | undefined;
  const access = families?.includes("path") === false ? "" : "/public/findbyid";
  const id = keys
    .map(({ name: key, type }) => {
      const text = String(record[key]);
      return encodeURIComponent(fieldTypes[type].path?.to(text) ?? text);
    })
    .join("/");
  const base = (req.app.get(PUBLIC_URL) as string | undefined) ?? "";
  return `${base}${mountOf(req.baseUrl)}${API_PREFIX}/${name}${access}/${id}`;
}

/**
 * The path at which the application is mounted in another one. Normalized, because browsers treat a leading
 * "//" as a host and "\" as a slash.
 */
function mountOf(baseUrl: string): string {
  const [, mount = ""] = /^(.+)\/api\/data\/[^/]+$/i.exec(baseUrl) ?? [];
  return mount.replace(/^\/+/, "/").replaceAll("\\", "%5C");
}
