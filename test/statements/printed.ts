import type { Statement } from "../../runtime/database/dialect.js";

/** The statement, and whose value each of its parameters is. */
export function printed({ sql, slots, fields, isWrite }: Statement): readonly string[] {
  const parameters = fields.map((field, index) => `${slots[index] ?? ""}=${field?.name ?? "rows"}`);
  return [
    `${sql};`,
    `--   ${isWrite ? "writes" : "reads"}${parameters.length === 0 ? "" : `; ${parameters.join(" ")}`}`,
  ];
}
