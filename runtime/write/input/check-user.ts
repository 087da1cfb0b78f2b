import { z } from "zod";
import type { InputIssue, IssueCode } from "../../errors/api-error.js";
import type { IssueParams } from "../../errors/input-issue.js";
import type { PasswordRules } from "../../model/settings/auth-settings.js";
import type { FieldValue } from "../../model/field-type.js";
import { GIVEN_ROLES, isListOfGivenRoles } from "../../model/given-role.js";
import type { Entity, Field } from "../../model/model.js";
import { USERNAME_LENGTH, userNameKey } from "../../model/values/user-name.js";

/** The most characters of a password after NFC. The limit bounds the time of hashing. */
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Control characters, including those that change the direction of text: they could make a name look like another one.
 */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

type Rule = readonly [code: IssueCode, isBroken: boolean, message: string, params?: IssueParams];

/** Validates a user's values beyond their types. Every broken rule is an issue of its own. */
export function userIssues(
  rules: PasswordRules,
  { username, password, email, roles }: Readonly<Record<string, unknown>>,
): readonly InputIssue[] {
  return [
    ...(typeof username === "string" ? broken("username", nameRules(username)) : []),
    ...(typeof password === "string" ? passwordIssues("password", password, rules) : []),
    ...(typeof email === "string"
      ? broken("email", [["not-an-email", !z.regexes.email.test(email), "must be an e-mail address"]])
      : []),
    ...(roles === undefined || roles === null ? [] : broken("roles", roleRules(roles))),
  ];
}

/** Validates a password. `path` is the member that it was given in. */
export function passwordIssues(path: string, password: string, rules: PasswordRules): readonly InputIssue[] {
  return broken(path, passwordRules(password, rules));
}

/**
 * Adds a user's issues to those of the types. If both have an issue for the same path and code, the user's
 * one is kept, because it says more.
 */
export function withUserIssues(
  issues: readonly InputIssue[],
  { users }: Entity,
  input: Readonly<Record<string, unknown>>,
): readonly InputIssue[] {
  if (users === undefined) return issues;
  const found = userIssues(users, input);
  const isFound = ({ path, code }: InputIssue) =>
    found.some((issue) => issue.path === path && issue.code === code);
  return [...issues.filter((issue) => !isFound(issue)), ...found];
}

/** Trims the user name, and adds the form by which names are compared. */
export function addUserNameKey({ users, fields: all }: Entity, fields: Field[], values: FieldValue[]): void {
  if (users === undefined) return;
  const index = fields.findIndex(({ name }) => name === "username");
  const keyField = all.find(({ system }) => system === "usernamekey");
  const given = values[index];
  if (keyField === undefined || typeof given !== "string") return;
  const name = given.trim();
  values[index] = name;
  fields.push(keyField);
  values.push(userNameKey(name));
}

export function isUserName(name: string): boolean {
  return nameRules(name).every(([, isBroken]) => !isBroken);
}

function nameRules(name: string): readonly Rule[] {
  const key = userNameKey(name);
  const isTooLong = name.trim().length > USERNAME_LENGTH || key.length > USERNAME_LENGTH;
  return [
    ["too-short", key === "", "must have at least one letter or another character that can be seen"],
    [
      "too-long",
      isTooLong,
      `must have at most ${USERNAME_LENGTH} characters`,
      characters({ maximum: USERNAME_LENGTH }),
    ],
    ["control-character", CONTROL.test(name), "must not have control characters"],
  ];
}

function passwordRules(password: string, rules: PasswordRules): readonly Rule[] {
  const normal = password.normalize("NFC");
  const { length } = Array.from(normal);
  const lacks = (pattern: RegExp) => !pattern.test(normal);
  return [
    [
      "too-short",
      length < rules.minLength,
      `must have at least ${rules.minLength} characters`,
      characters({ minimum: rules.minLength }),
    ],
    [
      "too-long",
      length > MAX_PASSWORD_LENGTH,
      `must have at most ${MAX_PASSWORD_LENGTH} characters`,
      characters({ maximum: MAX_PASSWORD_LENGTH }),
    ],
    ["no-uppercase", rules.uppercaseChar && lacks(/\p{Lu}/u), "must have an upper-case letter"],
    ["no-lowercase", rules.lowercaseChar && lacks(/\p{Ll}/u), "must have a lower-case letter"],
    ["no-digit", rules.digitChar && lacks(/\p{Nd}/u), "must have a digit"],
    [
      "no-special",
      rules.specialChar && lacks(/[^\p{L}\p{M}\p{N}\p{Z}\p{C}]/u),
      "must have a character that is neither a letter nor a digit nor a blank",
    ],
  ];
}

function characters(limits: Pick<IssueParams, "minimum" | "maximum">): IssueParams {
  return { ...limits, unit: "characters" };
}

function roleRules(roles: unknown): readonly Rule[] {
  return [["not-roles", !isListOfGivenRoles(roles), GIVEN_ROLES]];
}

function broken(path: string, rules: readonly Rule[]): readonly InputIssue[] {
  return rules
    .filter(([, isBroken]) => isBroken)
    .map(([code, , message, params]) => ({
      path,
      code,
      message: `"${path}" ${message}.`,
      ...(params !== undefined && { params }),
    }));
}
