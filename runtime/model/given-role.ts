import { quoteAll } from "./names.js";

/** The roles that follow from the request or the record. They cannot be assigned. */
const foundRoles: readonly string[] = ["guest", "member", "owner"];

const ROLE = /^\S{1,128}$/;

/** What a list of roles must be, for messages. */
export const GIVEN_ROLES = `must be a list of role names without blanks, and none of ${quoteAll(foundRoles)}`;

/** Whether this role can be assigned to a user. */
function isGivenRole(role: unknown): role is string {
  return typeof role === "string" && ROLE.test(role) && !foundRoles.includes(role);
}

export function isListOfGivenRoles(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isGivenRole);
}
