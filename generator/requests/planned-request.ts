/**
 * A request that was planned from the OpenAPI document. In its texts `{{name}}` is a variable, as the tools write
 * it too.
 */
export interface PlannedRequest {
  /** Its name in the document, unless it is sent twice. */
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  readonly method: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  readonly query: readonly RequestPart[];
  readonly headers: readonly RequestPart[];
  /** The JSON text of the body. */
  readonly body: string | undefined;
  /** The variable with the token that it is sent with. */
  readonly token: string | undefined;
  /** The variables that its answer gives, each by the name of the answer's member. */
  readonly stores: Readonly<Record<string, string>>;
  /** The roles that may do it, if a new user has none of them. */
  readonly roles: readonly string[];
  /** The statuses that the document knows for it. */
  readonly statuses: readonly string[];
}

/** A query parameter or header. */
export interface RequestPart {
  readonly name: string;
  readonly value: string;
  /** Whether it is sent. The others are there to be switched on. */
  readonly isSent: boolean;
}

/** The query string of what is sent: `?take=10`, or nothing. */
export function searchOf({ query }: PlannedRequest): string {
  const sent = query
    .filter(({ isSent }) => isSent)
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodedText(value)}`);
  return sent.length === 0 ? "" : `?${sent.join("&")}`;
}

/** The variables that a person gives, with their first values, and all requests in the order to send them. */
export interface RequestPlan {
  readonly title: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly requests: readonly PlannedRequest[];
}

/** Stands for a text of its own for each request. Every tool has another name for it. */
export const UNIQUE = "{{unique}}";

/** The text as a part of a URL. Variables stand as they are. */
export function encodedText(text: string): string {
  return text
    .split(/(\{\{[\w-]+\}\})/)
    .map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : part))
    .join("");
}
