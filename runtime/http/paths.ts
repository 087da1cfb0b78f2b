/** Where the endpoints are. */
export const API_PREFIX = "/api/data";

const READ = ["GET", "HEAD", "OPTIONS"];
const COLLECTION = ["POST", "OPTIONS"];
const RECORD = ["PUT", "PATCH", "DELETE", "OPTIONS"];

/** How many segments follow each kind of read. */
const reads: Readonly<Record<string, number>> = { findall: 3, findbyid: 1, findbycondition: 4 };

/** The methods that a path below an entity takes, or undefined where there is no endpoint. */
export function allowedMethods(path: string): readonly string[] | undefined {
  const segments = path
    .replace(/\?.*$/s, "")
    .replace(/^\/|\/$/g, "")
    .split("/");
  if (segments.length === 1) return segments[0] === "" ? COLLECTION : RECORD;
  const [access = "", kind = ""] = segments.map((segment) => segment.toLowerCase());
  const isRead = (access === "public" || access === "private") && reads[kind] === segments.length - 2;
  return isRead ? READ : undefined;
}
