/** Every answer that is not a success, by its stable code. The code never changes; the words may. */
export const problemCodes = {
  "malformed-path": { status: 400, title: "The path cannot be decoded" },
  "malformed-json": { status: 400, title: "The body is not valid JSON" },
  "invalid-body": { status: 400, title: "The body cannot be used" },
  "invalid-fields": { status: 400, title: "Some fields of the body are not valid" },
  "nothing-to-update": { status: 400, title: "The body changes nothing" },
  "invalid-condition": { status: 400, title: "The condition is not valid" },
  "invalid-order": { status: 400, title: "The order is not valid" },
  "invalid-page": { status: 400, title: "The page is not valid" },
  "invalid-id": { status: 400, title: "The id is not valid" },
  "invalid-value": { status: 400, title: "The database cannot hold a value" },
  "authentication-required": { status: 401, title: "Authentication is required" },
  forbidden: { status: 403, title: "The caller may not do this" },
  "unknown-path": { status: 404, title: "There is nothing at this path" },
  "unknown-entity": { status: 404, title: "There is no such entity" },
  "unknown-record": { status: 404, title: "There is no such record" },
  "method-not-allowed": { status: 405, title: "The path does not take this method" },
  "unique-conflict": { status: 409, title: "Another record has this value" },
  "foreign-key-conflict": { status: 409, title: "A reference between records does not hold" },
  "body-too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "The body is of an unsupported type" },
  "internal-error": { status: 500, title: "The server made a mistake" },
  "database-unavailable": { status: 503, title: "The database cannot be reached" },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemCode = keyof typeof problemCodes;
