/** What everybody has by being who they are, and nobody is given. */
export const foundRoles: readonly string[] = ["guest", "member", "owner"];

const ROLE = /^\S{1,128}$/;

/** Whether somebody can be given this role. */
export function isGivenRole(role: unknown): role is string {
  return typeof role === "string" && ROLE.test(role) && !foundRoles.includes(role);
}

export function isListOfGivenRoles(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isGivenRole);
}
