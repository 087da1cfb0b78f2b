import type { InputIssue, IssueCode } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";

const CONFIRM = "confirmPassword";

interface ConfirmedBody {
  /** The body without the confirmation, which is not stored. */
  readonly rest: object;
  readonly issues: readonly InputIssue[];
}

/**
 * Takes the password confirmation out of a body. A new user must confirm the password. In an update the
 * confirmation is optional, but must match if present.
 */
export function takeConfirmation(body: object, { users }: Entity, isNew: boolean): ConfirmedBody {
  if (users === undefined) return { rest: body, issues: [] };
  const entries = Object.entries(body);
  const isCalled = (name: string) => {
    const lowerCase = name.toLowerCase();
    return ([key]: [string, unknown]) => key.toLowerCase() === lowerCase;
  };
  const rest = entries.filter((entry) => !isCalled(CONFIRM)(entry));
  const given = entries.filter(isCalled(CONFIRM)).map(([, value]) => value as unknown);
  const [, password] = entries.find(isCalled("password")) ?? [];
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

/** @param name The name of the password member that must match. */
export function confirmationIssues(
  confirmed: string,
  password: unknown,
  name: string,
): readonly InputIssue[] {
  const isEqual = typeof password === "string" && password.normalize("NFC") === confirmed.normalize("NFC");
  return isEqual ? [] : [issue("not-equal", `must be equal to "${name}"`)];
}

function issue(code: IssueCode, words: string): InputIssue {
  return { path: CONFIRM, code, message: `"${CONFIRM}" ${words}.` };
}
