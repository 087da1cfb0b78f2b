import type { Comparison, Condition } from "../condition/nodes.js";
import type { Caller } from "./caller.js";

const CLAIM = /^\s*@user\.(\S+)\s*$/;

/** The name of the claim that a value stands for: `id`, or one of the token. Undefined for a value as it is. */
export function claimName({ value }: Comparison): string | undefined {
  return value.isQuoted ? undefined : CLAIM.exec(value.text)?.[1];
}

/** The condition with what the caller's claims say in place of `@user.<claim>`; undefined where one of them is missing. */
export function bindClaims(condition: Condition, caller: Caller): Condition | undefined {
  if (condition.kind === "comparison") return bindClaim(condition, caller);
  const conditions: Condition[] = [];
  for (const part of condition.conditions) {
    const bound = bindClaims(part, caller);
    if (bound === undefined) return undefined;
    conditions.push(bound);
  }
  return { kind: condition.kind, conditions };
}

function bindClaim(comparison: Comparison, { userId, claims }: Caller): Comparison | undefined {
  const name = claimName(comparison);
  if (name === undefined) return comparison;
  const claim = name === "id" ? userId : readClaim(claims, name);
  const isValue = typeof claim === "string" || typeof claim === "number" || typeof claim === "boolean";
  return isValue ? { ...comparison, value: { text: String(claim), isQuoted: true } } : undefined;
}

/** A claim by its name, or by its path: `https://example.com/roles`, `realm_access.roles`. */
export function readClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
