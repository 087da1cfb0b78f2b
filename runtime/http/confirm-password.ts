import type { InputIssue } from "../errors/api-error.js";
import type { Entity } from "../model/model.js";

const CONFIRM = "confirmPassword";

interface Confirmed {
  /** The body without the confirmation, which no user has. */
  readonly rest: object;
  readonly issues: readonly InputIssue[];
}

/** A user types a password twice: for a new user that is required, for a changed one only what is given must be equal. */
export function takeConfirmation(body: object, { users }: Entity, method: string): Confirmed {
  if (users === undefined) return { rest: body, issues: [] };
  const entries = Object.entries(body);
  const isCalled = (name: string) => {
    const lowerCase = name.toLowerCase();
    return ([key]: [string, unknown]) => key.toLowerCase() === lowerCase;
  };
  const rest = entries.filter((entry) => !isCalled(CONFIRM)(entry));
  const given = entries.filter(isCalled(CONFIRM)).map(([, value]) => value as unknown);
  const [, password] = entries.find(isCalled("password")) ?? [];
  const isNew = method === "POST";
  return { rest: Object.fromEntries(rest), issues: checkConfirmation(given, password, isNew) };
}

function checkConfirmation(
  [confirmed, ...more]: readonly unknown[],
  password: unknown,
  isNew: boolean,
): readonly InputIssue[] {
  if (more.length > 0) return [issue("duplicate", "is given more than once")];
  if (confirmed === undefined) return isNew ? [issue("required", "is required")] : [];
  if (typeof confirmed !== "string") return [issue("wrong-type", "must be text")];
  return confirmationIssues(confirmed, password, "password");
}

/** @param name What the password is called that must have been typed twice. */
export function confirmationIssues(
  confirmed: string,
  password: unknown,
  name: string,
): readonly InputIssue[] {
  const isEqual = typeof password === "string" && password.normalize("NFC") === confirmed.normalize("NFC");
  return isEqual ? [] : [issue("not-equal", `must be equal to "${name}"`)];
}

function issue(code: string, words: string): InputIssue {
  return { path: CONFIRM, code, message: `"${CONFIRM}" ${words}.` };
}
