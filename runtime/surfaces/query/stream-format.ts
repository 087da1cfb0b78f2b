import express, { type Request } from "express";

/** A form in which records are sent one after another. */
export interface StreamFormat {
  readonly kind: "ndjson" | "csv";
  /** Whether texts that spreadsheets treat as formulas begin with an apostrophe. */
  readonly escapesFormulas: boolean;
}

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
/** The parameter of CSV that escapes formulas. */
const ESCAPED = "formulas=escaped";

export const ndjson: StreamFormat = { kind: "ndjson", escapesFormulas: false };
const csv: StreamFormat = { kind: "csv", escapesFormulas: false };
const escapedCsv: StreamFormat = { kind: "csv", escapesFormulas: true };

const offered = new Map<string, StreamFormat | undefined>([
  // Of formats with the same preference, the first one is sent.
  ["application/json", undefined],
  [NDJSON, ndjson],
  [CSV, csv],
  [`${CSV};${ESCAPED}`, escapedCsv],
]);

/** Parameters that only confirm the default. */
const USUAL = /;\s*(?:charset\s*=\s*"?utf-8"?|header\s*=\s*"?present"?)(?=\s*[;,]|\s*$)/gi;

/** The format of a stream that the caller accepts (RFC 9110, 12.5.1). `undefined` for a page in JSON. */
export function acceptedFormat({ headers }: Pick<Request, "headers">): StreamFormat | undefined {
  const { accept } = headers;
  if (accept === undefined || !/csv|ndjson/i.test(accept)) return undefined;
  const known = { accept: accept.replace(USUAL, "") };
  const asked = Object.create(express.request, { headers: { value: known } }) as Request;
  return offered.get(String(asked.accepts([...offered.keys()])));
}

/** The media type of an answer. */
export function contentType({ kind, escapesFormulas }: StreamFormat): string {
  if (kind === "ndjson") return NDJSON;
  return `${CSV}; charset=utf-8; header=present${escapesFormulas ? `; ${ESCAPED}` : ""}`;
}
