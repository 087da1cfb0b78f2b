import type { Config } from "data-api";
import { describe, expect, test } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { tableRenames } from "../../../runtime/database/migrations/compare/match-tables.js";
import type { Migration, Risk } from "../../../runtime/database/migrations/migration.js";
import { parseSnapshot } from "../../../runtime/database/migrations/snapshots/parse-snapshot.js";
import { planMigration } from "../../../runtime/database/migrations/compare/plan-migration.js";
import { rateMigrations } from "../../../runtime/database/migrations/rating/rate-script.js";
import type { SchemaSnapshot } from "../../../runtime/database/migrations/snapshots/schema-snapshot.js";
import type { SchemaStep } from "../../../runtime/database/migrations/compare/schema-step.js";
import { takeSnapshot } from "../../../runtime/database/migrations/snapshots/take-snapshot.js";
import { writeScript } from "../../../runtime/database/migrations/scripts/write-script.js";
import { writeSnapshot } from "../../../runtime/database/migrations/snapshots/write-snapshot.js";
import { ConfigError } from "../../../runtime/errors/config-error.js";
import type { DialectName, Model } from "../../../runtime/model/model.js";
import { changeEntities, randomOf } from "../random-entities.js";
import { migrationDialects } from "../migration-dialects.js";
import { migrationOf } from "./rated.js";
import { runs } from "../../runs.js";

const RUNS = runs(12);
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const MIGRATIONS = 6;

interface Planned {
  readonly migration: Migration;
  readonly up: readonly SchemaStep[];
}

/** Migrations between random configurations, as `migrate new` writes them. */
function planned(dialect: DialectName, seed: number): readonly Planned[] {
  const below = randomOf(seed);
  const all: Planned[] = [];
  let entities: Config["entities"] = {};
  let before: Pick<SchemaSnapshot, "tables"> = { tables: [] };
  while (all.length < MIGRATIONS) {
    const changed = changeEntities(
      Object.keys(entities).length === 0 ? changeEntities({}, below) : entities,
      below,
    );
    const tables = Object.keys(changed).length === 0 ? undefined : tablesOf(dialect, changed);
    if (tables === undefined) continue;
    entities = changed;
    const after = parseSnapshot("snapshot.json", writeSnapshot(takeSnapshot(tables, null)));
    const { up } = planMigration(before, after, tableRenames(tables), migrationDialects[dialect]);
    const name = `2026010100000${all.length}_test`;
    const text = writeScript({ name, database: dialect, up, down: undefined });
    all.push({ migration: migrationOf(name, text, dialect), up });
    before = after;
  }
  return all;
}

/** `undefined` if the random configuration is invalid. */
function tablesOf(dialect: DialectName, entities: Config["entities"]): Model["tables"] | undefined {
  const database =
    dialect === "sqlite" ? { dialect, name: ":memory:" } : { dialect, host: "h", name: "n", userName: "u" };
  try {
    return resolveModel({ database, entities, server: { idempotency: false } }).tables;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

describe.each<DialectName>(["postgres", "mysql", "sqlite", "mssql"])(
  "migrations that migrate new writes for %s",
  (dialect) => {
    for (let seed = SEED; seed < SEED + RUNS; seed++)
      test(`migrations that migrate new writes are rated, and lose data exactly where the plan says so: seed ${seed}`, () => {
        const migrations = planned(dialect, seed);
        const rated = rateMigrations(
          migrations.map(({ migration }) => migration),
          migrationDialects[dialect],
        );
        rated.forEach(({ steps }, index) => {
          const told: readonly { readonly text: string; readonly risks: readonly Risk[] }[] = steps.map(
            ({ step, risks }) => ({
              text: step.kind === "sql" ? step.text : "",
              risks: risks.map(({ risk }) => risk),
            }),
          );
          expect(told.filter(({ risks }) => risks.includes("not judged"))).toEqual([]);
          const losing = told.filter(({ risks }) => risks.includes("loses data")).map(({ text }) => text);
          for (const { loss, statements, kind } of migrations[index]?.up ?? []) {
            if (kind === "decide") continue;
            const texts = statements.map(({ text }) => text);
            // For SQL Server, a statement with variables is joined with the next ones.
            const isLosing =
              loss === undefined
                ? texts.some((text) => losing.includes(text))
                : losing.some((all) => texts.some((text) => all.includes(text)));
            expect({ texts, isLosing }).toEqual({ texts, isLosing: loss !== undefined });
          }
        });
      });
  },
);
