import type { Media, Operation, Parameter } from "./openapi-document.js";

/**
 * What a request should be answered with. `accepted` is a success or a conflict with other records. `any` is held
 * against the document, as all answers are.
 */
export type Expectation = "success" | "accepted" | "refusal" | "any" | readonly number[];

/** A request to an operation, before real keys, values and tokens are put in. */
export interface PlannedRequest {
  /** What is special about it. */
  readonly title: string;
  readonly values: ReadonlyMap<Parameter, unknown>;
  readonly body: PlannedBody | undefined;
  readonly token: "valid" | "none" | "bad";
  /** More of the query string, as it is sent. */
  readonly query?: string;
  /** Whether path parameters keep the planned values, although real records have others. */
  readonly keepsPath?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: Expectation;
}

export interface PlannedBody {
  readonly type: string | undefined;
  /** Text is sent as it is, all else as JSON. */
  readonly content: string | { readonly json: unknown };
  /** Whether real values replace those of the example. A member that is wrong on purpose stays. */
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

/** The media type of a body that requests are made of. */
export function jsonMedia({ body }: Operation): Media | undefined {
  return body?.media.find(({ type }) => type === "application/json");
}

/** A body of JSON. */
export function bodyOf(json: unknown, kept: PlannedBody["kept"] = []): PlannedBody {
  return { type: "application/json", content: { json }, kept };
}
