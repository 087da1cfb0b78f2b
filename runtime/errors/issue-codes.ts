/** The codes of mistakes in an input, each by the first part of a request that can have it. Codes are stable. */
export const issueCodes = [
  // Values
  "required",
  "wrong-type",
  "too-short",
  "too-long",
  "out-of-range",
  "not-exact",
  "not-listed",
  "not-storable",
  "not-unique",
  "duplicate",
  "check",
  "invalid",
  // Fields of a body
  "unknown-field",
  "not-editable",
  "no-such-record",
  // Nested lists
  "not-together",
  "unknown-record",
  "too-deep",
  // Conditions
  "syntax",
  "unknown-relation",
  "unknown-function",
  "operator",
  "value-too-long",
  "too-many-terms",
  "too-many-values",
  // Selections
  "unknown-option",
  "no-effect",
  "not-flat",
  // Orders
  "not-sortable",
  "too-many",
  // Aggregates
  "unknown-parameter",
  "wrong-argument",
  "not-selected",
  // Parameters
  "unknown-member",
  "malformed",
  // Batches
  "reference",
  // Users
  "not-equal",
  "control-character",
  "not-an-email",
  "not-roles",
  // Passwords
  "no-uppercase",
  "no-lowercase",
  "no-digit",
  "no-special",
] as const;

export type IssueCode = (typeof issueCodes)[number];

declare const own: unique symbol;
/** A code that only a user's own code knows. */
export type OwnCode = string & { readonly [own]: true };
