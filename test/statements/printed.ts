import type { BoundStatement } from "../../runtime/database/sql/statement.js";

/** The statement, and whose value each of its parameters is. */
export function printed({
  statement: { sql, slots, isWrite },
}: Pick<BoundStatement, "statement">): readonly string[] {
  const parameters = slots.map(({ index, field }) => `${index}=${field?.name ?? "rows"}`);
  return [
    `${sql};`,
    `--   ${isWrite ? "writes" : "reads"}${parameters.length === 0 ? "" : `; ${parameters.join(" ")}`}`,
  ];
}
