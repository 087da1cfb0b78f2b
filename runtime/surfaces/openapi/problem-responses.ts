import { problemCodes, type ProblemCode } from "../../errors/codes.js";
import type { Components } from "./components.js";
import type { ReferenceObject, Response } from "./openapi-types.js";
import { problemSchema } from "./problem-schema.js";
import type { RecordContext } from "./record-schemas.js";
import type { SharedHeader } from "./shared-parts.js";

/** The names of the responses by status. */
const responseNames: Readonly<Record<number, string>> = {
  400: "Invalid",
  401: "Unauthenticated",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  412: "OtherVersion",
  413: "TooLarge",
  415: "UnsupportedType",
  422: "KeyReused",
  428: "PreconditionRequired",
  429: "TooManyRequests",
  503: "Unavailable",
};

/** The codes that the answer to any request may have. They are the document's `default` response. */
const general: readonly ProblemCode[] = [
  "malformed-request",
  "malformed-path",
  "method-not-allowed",
  "request-timeout",
  "body-too-large",
  "write-too-large",
  "url-too-long",
  "unsupported-media-type",
  "expectation-failed",
  "too-many-requests",
  "headers-too-large",
  "internal-error",
  "outcome-unknown",
  "database-unavailable",
  "database-incomplete",
  "identity-provider-unavailable",
  "server-overloaded",
  "server-stopping",
];

/**
 * The responses of an operation's problems, by status, and the `default` for those that any request may have.
 * Large documents have one response for all of them.
 * @param endpoint Its name. Other endpoints may have other codes of a status: `InvalidCreate`.
 */
export function problemResponses(
  codes: Iterable<ProblemCode>,
  endpoint: string,
  { components, isLarge }: Pick<RecordContext, "components" | "isLarge">,
): Readonly<Record<string, ReferenceObject>> {
  const suffix = endpoint.charAt(0).toUpperCase() + endpoint.slice(1);
  const distinct = [...new Set(codes)];
  if (isLarge) {
    const all = [...new Set([...distinct, ...general])];
    return { default: components.once("responses", `Failed${suffix}`, () => response(all, components)) };
  }
  const statuses = new Set<number>(distinct.map((code) => problemCodes[code].status));
  const responses: Record<string, ReferenceObject> = {};
  for (const status of statuses) {
    const own = distinct.filter((code) => problemCodes[code].status === status);
    const name = `${responseNames[status] ?? "Refused"}${isShared(status, own) ? "" : suffix}`;
    responses[status] = components.once("responses", name, () => response(own, components));
  }
  responses["default"] = components.once("responses", "Failed", () => response(general, components));
  return responses;
}

/** Whether each endpoint that has the status has the same codes for it. */
function isShared(status: number, codes: readonly ProblemCode[]): boolean {
  const includes = (...some: readonly ProblemCode[]) => some.some((code) => codes.includes(code));
  if (status === 401) return includes("authentication-required") && !includes("invalid-credentials");
  return status !== 400 && !includes("request-running", "operation-timeout");
}

function response(codes: readonly ProblemCode[], components: Components): Response {
  const statuses = new Set<number>(codes.map((code) => problemCodes[code].status));
  const has = (...those: readonly number[]) => those.some((status) => statuses.has(status));
  const names: SharedHeader[] = [];
  if (has(401)) names.push("WWW-Authenticate");
  if (has(405)) names.push("Allow");
  if (has(429, 503) || codes.includes("request-running")) names.push("Retry-After");
  return {
    description: codes.map((code) => describe(code, statuses.size > 1)).join("\n"),
    headers: names.length > 0 ? components.headers(names) : undefined,
    content: { "application/problem+json": { schema: problemSchema(components) } },
  };
}

function describe(code: ProblemCode, hasStatus: boolean): string {
  const { status, title } = problemCodes[code];
  return `- ${hasStatus ? `${status} ` : ""}\`${code}\`: ${title}.`;
}
