import { z } from "zod";
import type { InputIssue, IssueParams } from "../../errors/input-issue.js";
import type { OwnCode } from "../../errors/issue-codes.js";
import { withLabel } from "../with-label.js";
import { labelIn } from "./label-in.js";
import { ExactNumber } from "../values/exact-number.js";

const FIELD_MARK = ": ";

/**
 * Checks a body as the server does before a write, and returns the mistakes that the answer would have as `errors`.
 * Only the server can check whether a name is taken, a password is strong enough and a key refers to a record.
 */
export async function checkBody(
  schema: z.ZodType,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly InputIssue[]> {
  const { error } = await parseValues(schema, body);
  return (
    error?.issues.map((issue) => withLabel(toInputIssue(issue, body), () => labelIn(schema, issue.path))) ??
    []
  );
}

/** Parses synchronously, or asynchronously if the schema has been extended with an asynchronous rule. */
export function parseValues<S extends z.ZodType>(
  schema: S,
  input: unknown,
): z.ZodSafeParseResult<z.output<S>> | Promise<z.ZodSafeParseResult<z.output<S>>> {
  try {
    return schema.safeParse(input, options);
  } catch {
    // An asynchronous rule, and the class of its error depends on the copy of zod. What a rule throws, it throws again.
    return schema.safeParseAsync(input, options);
  }
}

/** Marks Zod's own messages, which do not name the field. Custom messages stay as they are. */
const withoutField: z.core.$ZodErrorMap = (issue) => {
  const { customError, localeError } = z.config();
  if ((customError?.(issue) ?? undefined) !== undefined) return undefined;
  const said = localeError?.(issue) ?? "Invalid input";
  const message = typeof said === "string" ? said : said.message;
  return `${FIELD_MARK}${issue.input instanceof ExactNumber ? withoutClass(message) : message}`;
};

/** Zod names the class of what it does not accept, which callers do not know. */
function withoutClass(message: string): string {
  const isNumeric = /expected (?:number|int)\b/.test(message);
  return message.replace("ExactNumber", isNumeric ? "a number that a double cannot hold" : "number");
}

// Zod adds `async` where it is not there. On Node.js 20, each of these objects would get a hidden class of its own.
const options = { error: withoutField, async: false };

/** The description of a schema's issue in an answer. `input` is the value that was parsed. */
export function toInputIssue(issue: z.core.$ZodIssue, input: Readonly<Record<string, unknown>>): InputIssue {
  const path = issue.path.map(String).join(".");
  const [first] = issue.path;
  const isMissing = issue.path.length === 1 && typeof first === "string" && input[first] === undefined;
  if (isMissing) return { path, code: "required", message: `"${path}" is required.` };
  const params = paramsOf(issue);
  return {
    path,
    code: codeOf(issue),
    message: messageOf(path, issue.message),
    ...(params !== undefined && { params }),
  };
}

function codeOf(issue: z.core.$ZodIssue): InputIssue["code"] {
  switch (issue.code) {
    case "custom":
      return typeof issue.params?.["code"] === "string" ? (issue.params["code"] as OwnCode) : "invalid";
    case "invalid_type":
      return "wrong-type";
    case "invalid_value":
      return "not-listed";
    case "unrecognized_keys":
      return "unknown-field";
    case "too_big":
      return hasLength(issue.origin) ? "too-long" : "out-of-range";
    case "too_small":
      return hasLength(issue.origin) ? "too-short" : "out-of-range";
    default:
      return "invalid";
  }
}

/** A rule of a user's own schema may give `params` beside its `code`. */
function paramsOf(issue: z.core.$ZodIssue): IssueParams | undefined {
  switch (issue.code) {
    case "custom":
      return issue.params?.["params"] as IssueParams | undefined;
    case "invalid_type":
      return { type: issue.expected === "array" ? "list" : issue.expected };
    case "invalid_value":
      return { values: issue.values };
    case "too_big":
      return { maximum: inJson(issue.maximum), ...unitOf(issue.origin) };
    case "too_small":
      return { minimum: inJson(issue.minimum), ...unitOf(issue.origin) };
    default:
      return undefined;
  }
}

/** JSON has no integers of 64 bits. */
function inJson(bound: number | bigint): number | string {
  return typeof bound === "bigint" ? String(bound) : bound;
}

function unitOf(origin: string): Pick<IssueParams, "unit"> {
  return hasLength(origin) ? { unit: origin === "string" ? "characters" : "items" } : {};
}

function hasLength(origin: string): boolean {
  return origin === "string" || origin === "array" || origin === "set";
}

/**
 * Completes a message. Our own messages continue a sentence about the field, Zod's have no subject, and
 * custom ones are complete.
 */
function messageOf(path: string, message: string): string {
  if (message.startsWith(FIELD_MARK))
    return path === "" ? `${message.slice(FIELD_MARK.length)}.` : `"${path}"${message}.`;
  return /^[a-z]/.test(message) && path !== "" ? `"${path}" ${message}.` : message;
}
