import type { Nesting, Write } from "./write.js";

/**
 * The nesting of writes that no other contains.
 * @param written How many they are.
 */
export function ownNesting(
  { entity, grant, options }: Pick<Write, "entity" | "grant" | "options">,
  written: number,
  isTogether: boolean,
): Nesting {
  // Server code has only the limits that it asks for.
  const limit = grant === undefined || grant.isServerCode === true ? Infinity : entity.limits.maxAffected;
  return { depth: 0, isTogether, budget: { max: Math.min(limit, options.maxAffected ?? Infinity), written } };
}
