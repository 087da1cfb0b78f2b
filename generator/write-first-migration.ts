import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Dialect } from "../runtime/database/dialect.js";
import { planMigration } from "../runtime/database/migrations/plan-migration.js";
import type { SchemaSnapshot } from "../runtime/database/migrations/schema-snapshot.js";
import { writeScript } from "../runtime/database/migrations/write-script.js";
import { writeSnapshot } from "../runtime/database/migrations/write-snapshot.js";
import { dialectFacts } from "../runtime/model/dialect-facts.js";

/** Writes the migration that creates all tables. @returns Its name. */
export function writeFirstMigration(
  folder: string,
  title: string,
  snapshot: SchemaSnapshot,
  dialect: Dialect,
): string {
  const name = `${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}_${title}`;
  const { up, down } = planMigration({ tables: [] }, snapshot, [], dialect);
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, "snapshot.json"), writeSnapshot(snapshot));
  const script = writeScript({ name, database: dialectFacts[dialect.name].title, up, down });
  writeFileSync(path.join(place, `${dialect.name}.sql`), script);
  return name;
}
