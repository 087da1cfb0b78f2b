import type { Entity } from "../../model/model.js";
import { invalidFields } from "../../write/input/check-input.js";
import { passwordIssues } from "../../write/input/check-user.js";
import { confirmationIssues } from "../../write/input/confirm-password.js";

/** @throws {ApiError} `invalid-fields` if users cannot have the password, or it is not confirmed. */
export function checkNewPassword(
  { newPassword, confirmPassword }: Readonly<Record<"newPassword" | "confirmPassword", string>>,
  { users: rules }: Entity,
): void {
  const issues = [
    ...(rules === undefined ? [] : passwordIssues("newPassword", newPassword, rules)),
    ...confirmationIssues(confirmPassword, newPassword, "newPassword"),
  ];
  if (issues.length > 0) throw invalidFields(issues);
}
