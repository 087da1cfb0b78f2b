import type { BoundStatement } from "../../runtime/database/sql/statement.js";

/** The statement, and the origin of each of its parameters. */
export function printed({
  statement: { sql, slots, isWrite },
}: Pick<BoundStatement, "statement">): readonly string[] {
  const parameters = slots.map(({ index, field }) => `${index}=${field?.name ?? "rows"}`);
  return [
    `${sql};`,
    `--   ${isWrite ? "writes" : "reads"}${parameters.length === 0 ? "" : `; ${parameters.join(" ")}`}`,
  ];
}
