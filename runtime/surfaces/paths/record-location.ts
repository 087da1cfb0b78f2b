import { API_PREFIX } from "../../http/endpoint.js";
import { fieldTypes } from "../../model/field-type.js";
import type { Entity } from "../../model/model.js";

/**
 * The URL path of a record.
 * @param baseUrl The URL path of the entity's router, including the path at which the application is mounted.
 */
export function recordLocation(
  { name, keys }: Pick<Entity, "name" | "keys">,
  record: Readonly<Record<string, unknown>>,
  baseUrl: string,
): string {
  const id = keys
    .map(({ name: key, type }) => {
      const text = String(record[key]);
      return encodeURIComponent(fieldTypes[type].path?.to(text) ?? text);
    })
    .join("/");
  return `${mountOf(baseUrl)}${API_PREFIX}/${name}/public/findbyid/${id}`;
}

/**
 * The path at which the application is mounted in another one. Normalized, because browsers treat a leading
 * "//" as a host and "\" as a slash.
 */
function mountOf(baseUrl: string): string {
  const [, mount = ""] = /^(.+)\/api\/data\/[^/]+$/i.exec(baseUrl) ?? [];
  return mount.replace(/^\/+/, "/").replaceAll("\\", "%5C");
}
