import type { InputIssue } from "../../errors/input-issue.js";
import { suggestion } from "../../errors/nearest.js";
import { operations, type Model } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import type { NewApiKey } from "./api-keys.js";

const MAX_NAME = 100;

/** A key that has been asked for. `null` is everything. */
export interface AskedKey extends Pick<NewApiKey, "name" | "expiresInDays"> {
  /** `read`, `create`, `update`, `delete` and names of operations. Default: all. */
  readonly operations?: readonly string[] | null | undefined;
  /** Names of entities. Default: all. */
  readonly entities?: readonly string[] | null | undefined;
}

/** Finds the mistakes in a key that is asked for, and gives it the names of the configuration. */
export function checkNewKey(
  { name: given, expiresInDays, ...asked }: AskedKey,
  { entities, ownOperations }: Pick<Model, "entities" | "ownOperations">,
  maxDays: number,
): { readonly key: NewApiKey; readonly issues: readonly InputIssue[] } {
  const issues: InputIssue[] = [];
  const add = (path: string, code: InputIssue["code"], message: string) =>
    issues.push({ path, code, message });
  const name = given.trim();
  if (name === "") add("name", "required", '"name" must not be empty.');
  if (Array.from(name).length > MAX_NAME)
    add("name", "too-long", `"name" must have at most ${MAX_NAME} characters.`);
  if (/\p{Cc}/u.test(name)) add("name", "control-character", '"name" must have no control characters.');
  const isDays = (days: number) => Number.isInteger(days) && days >= 1 && days <= maxDays;
  if (expiresInDays !== undefined && !isDays(expiresInDays))
    add("expiresInDays", "out-of-range", `"expiresInDays" must be a whole number from 1 to ${maxDays}.`);
  const listed = (path: "operations" | "entities", known: readonly string[]) => {
    const names = asked[path];
    if (names === undefined || names === null) return undefined;
    if (names.length === 0) add(path, "required", `"${path}" must name one or more: leave it out for all.`);
    const found = names.map((each, index) => {
      const exact = known.find((one) => one.toLowerCase() === each.toLowerCase());
      if (exact === undefined)
        add(`${path}.${index}`, "not-listed", `There is no ${quoteName(each)}.${suggestion(each, known)}`);
      return exact ?? each;
    });
    return [...new Set(found)];
  };
  const named = (those: readonly { readonly name: string }[]) => those.map((each) => each.name);
  const key = {
    name,
    expiresInDays,
    operations: listed("operations", [...operations, ...named(ownOperations)]),
    entities: listed("entities", named(entities)),
  };
  return { key, issues };
}
