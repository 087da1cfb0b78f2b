import { ApiError, singleMistake, type InputIssue, type IssueCode } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import { quoteName } from "../../model/names.js";
import type { Arguments, ArgumentsSchema } from "./tool.js";

/** How many mistakes an error names. */
const MAX_ISSUES = 10;

/** Checks the names and types of a call's arguments. @throws {ApiError} `invalid-body` that lists the mistakes. */
export function checkArguments(
  args: Arguments,
  { properties = {}, required = [] }: ArgumentsSchema,
): Arguments {
  const names = Object.keys(properties);
  const issues = [
    ...required
      .filter((name) => args[name] === undefined)
      .map((name) => issue(name, "required", `"${name}" is required.`)),
    ...Object.entries(args).flatMap(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (schema === undefined) return [unknown(name, names)];
      const types = [schema["type"]].flat().map(String);
      return types.includes(typeOf(value))
        ? []
        : [issue(name, "wrong-type", `"${name}" must be of type ${types.join(" or ")}.`)];
    }),
  ].slice(0, MAX_ISSUES);
  if (issues.length === 0) return args;
  throw new ApiError("invalid-body", issues.map(({ message }) => message).join(" "), { issues });
}

function unknown(name: string, names: readonly string[]): InputIssue {
  const hint = ownName(name, names) || suggestion(name, names) || ` There are ${names.join(", ")}.`;
  return issue(name.slice(0, 64), "unknown-member", `Unknown argument ${quoteName(name)}.${hint}`);
}

/** The names of arguments in the tools of Data API builder and other servers. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  filter: "where",
  first: "take",
  limit: "take",
  cursor: "after",
  orderby: "orderBy",
  fields: "changes",
  data: "input",
  keys: "id",
};

function ownName(name: string, names: readonly string[]): string {
  const own = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  return own !== undefined && names.includes(own) ? ` Use "${own}".` : "";
}

export function wrongArgument(path: string, code: IssueCode, message: string): ApiError {
  return singleMistake("invalid-body", code, message, { path });
}

function issue(path: string, code: IssueCode, message: string): InputIssue {
  return { path, code, message };
}

/** The type of a value in JSON Schema. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}
