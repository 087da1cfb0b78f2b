import type { Entity } from "../model/model.js";

/** Where the endpoints are. */
export const API_PREFIX = "/api/data";
export const AUTH_PREFIX = "/api/auth";

const READ = ["GET", "HEAD", "OPTIONS"];
const COLLECTION = ["POST", "OPTIONS"];
const RECORD = ["PUT", "PATCH", "DELETE", "OPTIONS"];
/** A path can be both where the key has as many fields as a read has parts. */
const READ_AND_RECORD = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];

type Keyed = Pick<Entity, "keys">;

/** The parameters of a path that say which record is meant: one for each field of the key. */
export function idPattern({ keys }: Keyed): string {
  return idParams({ keys })
    .map((name) => `:${name}`)
    .join("/");
}

/** The names of those parameters, in the order of the key: the fields' own. A read has an `access` of its own. */
export function idParams({ keys }: Keyed): readonly string[] {
  return keys.map(({ name }) => (name === "access" ? "accessKey" : name));
}

/**
 * Where a record is read.
 * @param baseUrl Where the entity's router was reached, with the path at which somebody has mounted the application.
 */
export function recordLocation(
  { name, keys }: Pick<Entity, "name" | "keys">,
  record: Readonly<Record<string, unknown>>,
  baseUrl: string,
): string {
  const id = keys.map((key) => encodeURIComponent(String(record[key.name]))).join("/");
  return `${mountOf(baseUrl)}${API_PREFIX}/${name}/public/findbyid/${id}`;
}

/** The path at which the application is mounted in another one. Browsers take two slashes for a host, and "\" for a slash. */
function mountOf(baseUrl: string): string {
  const [, mount = ""] = /^(.+)\/api\/data\/[^/]+$/i.exec(baseUrl) ?? [];
  return mount.replace(/^\/+/, "/").replaceAll("\\", "%5C");
}

/** The methods that a path below an entity takes, or undefined where there is no endpoint. */
export function allowedMethods(path: string, { keys }: Keyed): readonly string[] | undefined {
  const segments = path
    .replace(/\?.*$/s, "")
    .replace(/^\/|\/$/g, "")
    .split("/");
  if (segments.length === 1 && segments[0] === "") return COLLECTION;
  const isRecord = segments.length === keys.length && !segments.includes("");
  if (!isRead(segments, keys.length)) return isRecord ? RECORD : undefined;
  return isRecord ? READ_AND_RECORD : READ;
}

function isRead(segments: readonly string[], keyCount: number): boolean {
  const [access = "", kind = ""] = segments.map((segment) => segment.toLowerCase());
  // How many segments follow each kind of read.
  const reads: Readonly<Record<string, number>> = { findall: 3, findbyid: keyCount, findbycondition: 4 };
  return (access === "public" || access === "private") && reads[kind] === segments.length - 2;
}
