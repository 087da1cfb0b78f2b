import type { Nesting, Write } from "../write.js";

/** The nesting of writes that are not part of another write. */
export function ownNesting(each: readonly Write[], isTogether: boolean): Nesting {
  const [first] = each;
  const { grant, entity, options } = first ?? {};
  // Server code has only the limits that it sets.
  const isLimited = grant !== undefined && grant.isServerCode !== true;
  const limit = isLimited ? (entity?.limits.maxAffected ?? Infinity) : Infinity;
  const max = Math.min(limit, options?.maxAffected ?? Infinity);
  return { depth: 0, isTogether, around: each, budget: { max, written: each.length } };
}
