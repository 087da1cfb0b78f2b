import type { Comparison, Condition } from "../condition/nodes.js";
import type { Caller } from "./caller.js";

const CLAIM = /^\s*@user\.(\S+)\s*$/;

/** The claim that a value refers to: `id`, or a claim of the token. `undefined` for a literal value. */
export function claimName({ value }: Comparison): string | undefined {
  return value.isQuoted ? undefined : CLAIM.exec(value.text)?.[1];
}

/** Replaces `@user.<claim>` by the caller's values. `undefined` if a claim is missing. */
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
