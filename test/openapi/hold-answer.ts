import type { Reply } from "../conformance/http-client.js";
import type { ListedResponse, Operation } from "./openapi-document.js";
import type { SchemaCheck } from "./schema-check.js";

/**
 * Headers that need not be documented: those of HTTP itself, of caching, and those of every answer.
 */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  "cache-control",
  "connection",
  "content-length",
  "content-security-policy",
  "content-type",
  "cross-origin-resource-policy",
  "date",
  "keep-alive",
  "referrer-policy",
  "strict-transport-security",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
  "x-frame-options",
  "x-request-id",
]);

/** The differences between an answer and the document, one line each. */
export function mistakesOfAnswer(operation: Operation, reply: Reply, check: SchemaCheck): readonly string[] {
  const listed = listedResponse(operation, reply.status);
  if (listed === undefined) return [`the status ${reply.status} is not listed`];
  return [...mistakesOfHeaders(listed, reply, check), ...mistakesOfBody(listed, reply, check)];
}

/** The same for HEAD, whose answer is that of GET without a body. */
export function mistakesOfHead(operation: Operation, reply: Reply, check: SchemaCheck): readonly string[] {
  const listed = listedResponse(operation, reply.status);
  if (listed === undefined) return [`the status ${reply.status} is not listed`];
  const mistakes = mistakesOfHeaders(listed, reply, check);
  return reply.text === "" ? mistakes : [...mistakes, "HEAD is answered with a body"];
}

function listedResponse({ responses }: Operation, status: number): ListedResponse | undefined {
  const text = String(status);
  return responses.get(text) ?? responses.get(`${text.charAt(0)}XX`) ?? responses.get("default");
}

function mistakesOfHeaders(
  listed: ListedResponse,
  { headers }: Reply,
  check: SchemaCheck,
): readonly string[] {
  const unknown = Object.keys(headers)
    .filter((name) => !COMMON_HEADERS.has(name) && !listed.headers.some((header) => header.name === name))
    .map((name) => `the header "${name}" is not listed`);
  const others = listed.headers.flatMap(({ name, isRequired, schema }) => {
    const value = headers[name];
    if (value === undefined) return isRequired ? [`the header "${name}" is missing`] : [];
    if (schema === undefined) return [];
    const mistakes = check.mistakesOf(schema, typedAs(schema.node["type"], value));
    return mistakes.map((mistake) => `the header "${name}": ${mistake}`);
  });
  return [...unknown, ...others];
}

/** A header's text as a value of its schema (OpenAPI, style `simple`). */
function typedAs(type: unknown, text: string): unknown {
  return (type === "integer" || type === "number") && text.trim() !== "" ? Number(text) : text;
}

function mistakesOfBody(listed: ListedResponse, reply: Reply, check: SchemaCheck): readonly string[] {
  const { headers, text } = reply;
  const essence = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (listed.media.length === 0) return text === "" ? [] : [`there is a body: ${text.slice(0, 200)}`];
  const media = listed.media.find(({ type }) => type.toLowerCase() === essence);
  if (media === undefined) return [`the media type ${essence ?? "(none)"} is not listed`];
  if (!/[/+]json$/.test(essence ?? ""))
    return media.schema === undefined ? [] : check.mistakesOf(media.schema, text);
  let value: unknown;
  try {
    value = reply.json;
  } catch {
    return [`the body is not JSON: ${text.slice(0, 200)}`];
  }
  return media.schema === undefined ? [] : check.mistakesOf(media.schema, value);
}
