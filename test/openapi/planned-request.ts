import type { Media, Operation, Parameter } from "./openapi-document.js";

/**
 * The expected status. `accepted` is a success or a conflict with other records. `any` only has to match the
 * document, like all answers.
 */
export type Expectation = "success" | "accepted" | "refusal" | "any" | readonly number[];

/** A request to an operation, before real keys, values and tokens are inserted. */
export interface PlannedRequest {
  /** What is special about the request. */
  readonly title: string;
  readonly values: ReadonlyMap<Parameter, unknown>;
  readonly body: PlannedBody | undefined;
  readonly token: "valid" | "none" | "bad";
  /** A further part of the query string, already encoded. */
  readonly query?: string;
  /** Whether path parameters keep their planned values instead of those of existing records. */
  readonly keepsPath?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: Expectation;
}

export interface PlannedBody {
  readonly type: string | undefined;
  /** Text is sent unchanged, anything else as JSON. */
  readonly content: string | { readonly json: unknown };
  /** The members that real values must not replace, because they are wrong on purpose. */
  readonly kept: readonly string[] | "all";
}

/** The path of a request with its query string. */
export function urlOf(
  { path }: Operation,
  values: ReadonlyMap<Parameter, unknown>,
  query: string | undefined,
): string {
  let url = path;
  const parts: string[] = query === undefined ? [] : [query];
  for (const [{ name, in: place, node }, value] of values) {
    if (place === "path") url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (place === "query") parts.push(...queryParts(name, value, node["explode"] !== false));
  }
  return parts.length === 0 ? url : `${url}?${parts.join("&")}`;
}

/** Style `form` (OpenAPI 3.1, section 4.8.12.3): a list is repeated, or joined by commas. */
function queryParts(name: string, value: unknown, isExploded: boolean): readonly string[] {
  const key = encodeURIComponent(name);
  if (!Array.isArray(value)) return [`${key}=${encodeURIComponent(String(value))}`];
  const texts = value.map((item) => encodeURIComponent(String(item)));
  return isExploded ? texts.map((text) => `${key}=${text}`) : [`${key}=${texts.join(",")}`];
}

export function headersOf(values: ReadonlyMap<Parameter, unknown>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...values]
      .filter(([{ in: place }]) => place === "header")
      .map(([{ name }, value]) => [name, String(value)]),
  );
}

/** The media type that is used for requests. */
export function jsonMedia({ body }: Operation): Media | undefined {
  return body?.media.find(({ type }) => type === "application/json");
}

/** A JSON body. */
export function bodyOf(json: unknown, kept: PlannedBody["kept"] = []): PlannedBody {
  return { type: "application/json", content: { json }, kept };
}
