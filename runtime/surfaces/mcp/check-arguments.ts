import { ApiError, singleMistake, type InputIssue, type IssueCode } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import { quoteName } from "../../model/names.js";
import type { Arguments, ArgumentsSchema } from "./tool.js";

/**
 * Checks the names and types of a call's arguments.
 * @throws {ApiError} `invalid-body` that lists every mistake.
 */
export function checkArguments(
  given: unknown,
  { properties = {}, required = [] }: ArgumentsSchema,
): Arguments {
  const args = (given ?? {}) as Arguments;
  const names = Object.keys(properties);
  const issues = [
    ...Object.keys(args).flatMap((name): readonly InputIssue[] => {
      const types = [(Object.hasOwn(properties, name) ? properties[name] : undefined)?.["type"] ?? []]
        .flat()
        .map(String);
      if (!names.includes(name)) {
        const hint = ownName(name, names) || suggestion(name, names) || ` There are ${names.join(", ")}.`;
        return [issue(name.slice(0, 64), "unknown-member", `Unknown argument ${quoteName(name)}.${hint}`)];
      }
      if (types.length === 0 || types.includes(typeOf(args[name]))) return [];
      return [issue(name, "wrong-type", `"${name}" must be of type ${types.join(" or ")}.`)];
    }),
    ...required
      .filter((name) => args[name] === undefined)
      .map((name) => issue(name, "required", `"${name}" is required.`)),
  ];
  if (issues.length === 0) return args;
  throw new ApiError("invalid-body", issues.map(({ message }) => message).join(" "), { issues });
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

/** The error for one wrong argument. */
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
