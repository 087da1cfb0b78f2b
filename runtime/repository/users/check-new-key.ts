import type { InputIssue } from "../../errors/input-issue.js";
import { suggestion } from "../../errors/nearest.js";
import { operations, type Model } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import type { NewApiKey } from "./api-keys.js";

const MAX_NAME = 100;

/** A key that has been asked for. `null` is everything. */
export interface AskedKey extends Pick<NewApiKey, "name" | "expiresInDays"> {
  readonly operations?: readonly string[] | null | undefined;
  readonly entities?: readonly string[] | null | undefined;
}

/** Finds the mistakes in a key that is asked for, and gives it the names of the configuration. */
export function checkNewKey(
  { name: given, expiresInDays, ...asked }: AskedKey,
  { entities, ownOperations }: Pick<Model, "entities" | "ownOperations">,
  maxDays: number,
): { readonly key: NewApiKey; readonly issues: readonly InputIssue[] } {
  const issues: InputIssue[] = [];
  const name = given.trim();
  if (name === "") issues.push(issue("name", "required", '"name" must not be empty.'));
  if (Array.from(name).length > MAX_NAME)
    issues.push(issue("name", "too-long", `"name" must have at most ${MAX_NAME} characters.`));
  if (/\p{Cc}/u.test(name))
    issues.push(issue("name", "control-character", '"name" must have no control characters.'));
  const isDays = (days: number) => Number.isInteger(days) && days >= 1 && days <= maxDays;
  if (expiresInDays !== undefined && !isDays(expiresInDays))
    issues.push(
      issue("expiresInDays", "out-of-range", `"expiresInDays" must be a whole number from 1 to ${maxDays}.`),
    );
  const listed = (path: "operations" | "entities", known: readonly string[]) => {
    const names = asked[path];
    if (names === undefined || names === null) return undefined;
    if (names.length === 0)
      issues.push(issue(path, "required", `"${path}" must name one or more: leave it out for all.`));
    const found = names.map((each, index) => {
      const exact = known.find((one) => one.toLowerCase() === each.toLowerCase());
      if (exact === undefined)
        issues.push(
          issue(
            `${path}.${index}`,
            "not-listed",
            `There is no ${quoteName(each)}.${suggestion(each, known)}`,
          ),
        );
      return exact ?? each;
    });
    return [...new Set(found)];
  };
  const key = {
    name,
    expiresInDays,
    operations: listed("operations", [...operations, ...ownOperations.map((each) => each.name)]),
    entities: listed(
      "entities",
      entities.map((each) => each.name),
    ),
  };
  return { key, issues };
}

function issue(path: string, code: InputIssue["code"], message: string): InputIssue {
  return { path, code, message };
}
