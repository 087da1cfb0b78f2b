/** The roles that follow from the request or the record. They cannot be assigned. */
export const foundRoles: readonly string[] = ["guest", "member", "owner"];

const ROLE = /^\S{1,128}$/;

/** Whether this role can be assigned to a user. */
function isGivenRole(role: unknown): role is string {
  return typeof role === "string" && ROLE.test(role) && !foundRoles.includes(role);
}

export function isListOfGivenRoles(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isGivenRole);
}
