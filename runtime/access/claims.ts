import { claimsOf, type Condition } from "../condition/nodes.js";
import type { Caller } from "./caller.js";

/** The value of a claim: `id`, or a claim of the token. `undefined` if it is missing, or is not one value. */
export function claimOf({ userId, claims }: Caller, name: string): string | number | boolean | undefined {
  const claim = name === "id" ? userId : readClaim(claims, name);
  const isValue = typeof claim === "string" || typeof claim === "number" || typeof claim === "boolean";
  return isValue ? claim : undefined;
}

/** Whether the caller has every value that the condition refers to. */
export function hasClaims(caller: Caller, condition: Condition): boolean {
  return claimsOf(condition).every((name) => claimOf(caller, name) !== undefined);
}

/** Reads a claim by name or by path: `https://example.com/roles`, `realm_access.roles`. */
export function readClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
