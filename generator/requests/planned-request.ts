/** A request that was planned from the OpenAPI document. In its texts, `{{name}}` is a variable, as in the tools. */
export interface PlannedRequest {
  /** Its name in the document, unless it is sent twice. */
  readonly name: string;
  readonly summary: string;
  readonly method: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  readonly query: readonly RequestPart[];
  readonly headers: readonly RequestPart[];
  /** The JSON text of the body. */
  readonly body: string | undefined;
  /** The variable with the token that it is sent with. */
  readonly token: string | undefined;
  /** The variables set from its answer, each with the name of the answer's member. */
  readonly stores: Readonly<Record<string, string>>;
  /** The roles that may do it, if a new user has none of them. */
  readonly roles: readonly string[];
}

/** A query parameter or header. */
export interface RequestPart {
  readonly name: string;
  readonly value: string;
}

/** The query string: `?take=10`, or nothing. */
export function searchOf({ query }: PlannedRequest): string {
  const sent = query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodedText(value)}`);
  return sent.length === 0 ? "" : `?${sent.join("&")}`;
}

/** The variables for the user to set, with initial values, and all requests in the order of sending. */
export interface RequestPlan {
  readonly title: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly requests: readonly PlannedRequest[];
}

/** A placeholder for a unique text in each request. Every tool has its own name for it. */
export const UNIQUE = "{{unique}}";

/** The text as a part of a URL. Variables are not encoded. */
function encodedText(text: string): string {
  return text
    .split(/(\{\{[\w-]+\}\})/)
    .map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : part))
    .join("");
}
