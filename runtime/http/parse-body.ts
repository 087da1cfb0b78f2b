import type { Request } from "express";
import { z } from "zod";
import type { Grant } from "../access/authorize.js";
import { ApiError, type InputIssue } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity } from "../model/model.js";
import { quoteName } from "../model/names.js";
import { invalidFields } from "../repository/check-input.js";
import { withUserIssues } from "../repository/check-user.js";
import { mayKnow, maySet } from "../repository/rights.js";
import { takeConfirmation } from "./confirm-password.js";
import type { Preference } from "./parse-prefer.js";
import { withDoubles } from "./parse-json.js";
import { readJsonBody } from "./read-body.js";

const FIELD_MARK = ": ";

/**
 * Reads the body and checks it by the schema. Names are matched without regard to case. Fields that the schema does
 * not have are ignored, or each a mistake where the caller or the configuration wants it strict.
 * @throws {ApiError} with every mistake, not the first.
 */
export async function parseBody<S extends z.ZodType>(
  req: Request,
  schema: S,
  entity: Entity,
  { isStrict }: Pick<Preference, "isStrict">,
  grant?: Grant,
): Promise<z.output<S>> {
  const body = await readJsonBody(req, entity.limits);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ApiError("invalid-body", "The body must be a JSON object.");
  }
  const { rest, issues: unconfirmed } = takeConfirmation(body, entity, req.method);
  const { input, issues } = takeFields(rest, schema, entity, isStrict, grant);
  const result = await check(schema, input);
  if (!result.success) issues.push(...result.error.issues.map((issue) => toInputIssue(issue, input)));
  const all = [...withUserIssues(issues, entity, input), ...unconfirmed];
  if (!result.success || all.length > 0) throw invalidFields(all);
  return result.data;
}

/** A schema is checked at once, unless somebody has given it a rule that has to wait for something. */
async function check<S extends z.ZodType>(
  schema: S,
  input: unknown,
): Promise<z.ZodSafeParseResult<z.output<S>>> {
  try {
    return schema.safeParse(input, { error: withoutField });
  } catch (error) {
    if (error instanceof z.core.$ZodAsyncError) return schema.safeParseAsync(input, { error: withoutField });
    throw error;
  }
}

/** Marks Zod's own words, which do not say which field they are about. A message of somebody's own is left as it is. */
const withoutField: z.core.$ZodErrorMap = (issue) => {
  const { customError, localeError } = z.config();
  if ((customError?.(issue) ?? undefined) !== undefined) return undefined;
  const said = localeError?.(issue) ?? "Invalid input";
  return `${FIELD_MARK}${typeof said === "string" ? said : said.message}`;
};

function takeFields(
  body: object,
  schema: z.ZodType,
  entity: Entity,
  isStrict: boolean,
  grant: Grant | undefined,
): { readonly input: Record<string, unknown>; readonly issues: InputIssue[] } {
  const names = settableNames(namesOf(schema), (name) => maySet(entity, grant, name));
  const input: Record<string, unknown> = {};
  const issues: InputIssue[] = [];
  for (const [key, value] of Object.entries(body)) {
    const name = names.get(key.toLowerCase());
    if (name === undefined) {
      if (isStrict) issues.push(notSettable(key, entity, grant, [...names.values()]));
    } else if (Object.hasOwn(input, name)) {
      issues.push({ path: name, code: "duplicate", message: `"${name}" is given more than once.` });
    } else input[name] = keepsDigits(entity, name) ? value : withDoubles(value);
  }
  return { input, issues };
}

/** What the caller may not set is not there for the caller. */
function settableNames(
  names: ReadonlyMap<string, string>,
  isSettable: (name: string) => boolean,
): ReadonlyMap<string, string> {
  if ([...names.values()].every(isSettable)) return names;
  return new Map([...names].filter(([, name]) => isSettable(name)));
}

function keepsDigits({ fieldsByName, links }: Entity, name: string): boolean {
  const link = links.find((each) => each.name === name);
  const field = link === undefined ? fieldsByName.get(name.toLowerCase()) : link.targetField;
  return field !== undefined && fieldTypes[field.type].keepsDigits === true;
}

/** A schema's own names by their lower-case form, found once. */
const knownNames = new WeakMap<z.ZodType, ReadonlyMap<string, string>>();

function namesOf(schema: z.ZodType): ReadonlyMap<string, string> {
  let names = knownNames.get(schema);
  if (names === undefined) {
    names = new Map(Object.keys(objectOf(schema).shape).map((name) => [name.toLowerCase(), name]));
    knownNames.set(schema, names);
  }
  return names;
}

/** The object at the bottom of a schema: a `.transform()` wraps it in a pipe. */
function objectOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodPipe) return objectOf(schema.in as z.ZodType);
  throw new TypeError("The schema of a body must be an object schema: z.object({ … }).");
}

function notSettable(
  key: string,
  entity: Entity,
  grant: Grant | undefined,
  names: readonly string[],
): InputIssue {
  const path = key.slice(0, 64);
  const lowerCase = key.toLowerCase();
  const link = entity.links.find(({ name }) => name.toLowerCase() === lowerCase);
  const member = link ?? entity.fieldsByName.get(lowerCase);
  if (member !== undefined && mayKnow(entity, grant, member.name)) {
    return { path, code: "not-editable", message: `The field "${path}" cannot be set here.` };
  }
  return {
    path,
    code: "unknown-field",
    message: `Unknown field ${quoteName(key)} in entity "${entity.name}".${suggestion(key, names)}`,
  };
}

function toInputIssue(issue: z.core.$ZodIssue, input: Record<string, unknown>): InputIssue {
  const path = issue.path.map(String).join(".");
  const [first] = issue.path;
  const isMissing = issue.path.length === 1 && typeof first === "string" && input[first] === undefined;
  if (isMissing) return { path, code: "required", message: `"${path}" is required.` };
  return { path, code: codeOf(issue), message: messageOf(path, issue.message) };
}

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "custom":
      return typeof issue.params?.["code"] === "string" ? issue.params["code"] : "invalid";
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

function hasLength(origin: string): boolean {
  return origin === "string" || origin === "array" || origin === "set";
}

/** Our own messages continue a sentence about the field, Zod's have no subject; those that people write are whole. */
function messageOf(path: string, message: string): string {
  if (message.startsWith(FIELD_MARK))
    return path === "" ? `${message.slice(FIELD_MARK.length)}.` : `"${path}"${message}.`;
  return /^[a-z]/.test(message) && path !== "" ? `"${path}" ${message}.` : message;
}
