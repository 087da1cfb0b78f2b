import type { EndpointFamily } from "../../model/endpoint-families.js";
import { endpointsOf, idParams, endpointPath } from "./endpoints.js";
import type { EndpointOwner, EndpointRow } from "./endpoint-row.js";

/** The endpoints at a path below an entity. */
export function endpointsAt(
  url: string,
  entity: EndpointOwner,
  families: readonly EndpointFamily[],
): readonly EndpointRow[] {
  const segments = segmentsOf(url);
  const key = idParams(entity);
  return endpointsOf(entity, families).filter((endpoint) =>
    isAt(segments, segmentsOf(endpointPath(endpoint, key))),
  );
}

function segmentsOf(url: string): readonly string[] {
  return url
    .replace(/\?.*$/s, "")
    .replace(/^\/|\/$/g, "")
    .split("/");
}

function isAt(segments: readonly string[], pattern: readonly string[]): boolean {
  const isRead = pattern[0] === ":access";
  return (
    segments.length === pattern.length &&
    pattern.every((part, index) => {
      const segment = segments[index] ?? "";
      if (part === ":access") return /^(?:public|private)$/i.test(segment);
      if (part.startsWith(":")) return isRead || segment !== "";
      return segment.toLowerCase() === part;
    })
  );
}
