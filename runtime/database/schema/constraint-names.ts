import { createHash } from "node:crypto";
import type { Entity, Field } from "../../model/model.js";

/**
 * The prefixes of unique and other indexes, foreign keys, checks, enum types, enum types to be dropped, and checks
 * for null.
 */
export type ConstraintKind = "ux" | "ix" | "fk" | "ck" | "en" | "old" | "nn";

/**
 * The name of an index or a constraint over these fields: the same on every run, and on every database that allows its length.
 * The separator is not "_", because "a" with "b_c" and "a_b" with "c" need two names.
 */
export function constraintName(
  kind: ConstraintKind,
  { table }: Pick<Entity, "table">,
  fields: readonly Pick<Field, "column">[],
  maxLength: number,
): string {
  const name = `${kind}_${[table, ...fields.map(({ column }) => column)].map(escapeDots).join(".")}`;
  if (Buffer.byteLength(name) <= maxLength) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${Array.from(name)
    .filter((letter) => /[\w.]/.test(letter))
    .join("")
    .slice(0, maxLength - 13)}_${hash}`;
}

function escapeDots(name: string): string {
  return name.replace(/[\\.]/g, "\\$&");
}
