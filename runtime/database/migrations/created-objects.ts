import type { TablePlace } from "../schema/schema-entity.js";
import type { Migration } from "./migration.js";
import { statementsOf, type RatingDialect } from "./rating/rate-statement.js";

/** A table or view that a script creates, and that must not exist before. */
export interface CreatedObject {
  readonly place: TablePlace;
  /** `migrations/20261123031000_add_notes/postgres.sql:5` */
  readonly written: string;
}

/** The objects that the scripts create, except those that an earlier statement drops first. */
export function createdObjects(
  migrations: readonly Migration[],
  dialect: RatingDialect,
): readonly CreatedObject[] {
  const created: CreatedObject[] = [];
  const seen = new Set<string>();
  for (const { script } of migrations)
    for (const step of script.up) {
      if (step.kind === "file") continue;
      for (const statement of statementsOf(step.text, dialect) ?? []) {
        const verb = statement.takeAny("create", "drop");
        const kind = statement.takeAny("unlogged table", "table", "materialized view", "view");
        if (verb === undefined || kind === undefined) continue;
        const isTolerant = statement.takeAny("if not exists", "if exists") !== undefined;
        const named = statement.parts().flatMap((part) => part.place() ?? []);
        for (const place of verb === "drop" ? named : named.slice(0, 1)) {
          const name = JSON.stringify([place.schema, place.table]);
          if (verb === "create" && !isTolerant && !seen.has(name))
            created.push({ place, written: `${script.path}:${step.line}` });
          seen.add(name);
        }
      }
    }
  return created;
}
