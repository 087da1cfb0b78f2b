import type { Migration, Risk } from "../../../runtime/database/migrations/migration.js";
import { migrationDialects } from "../migration-dialects.js";
import { parseScript } from "../../../runtime/database/migrations/scripts/parse-script.js";
import { rateMigrations, type RatedStep } from "../../../runtime/database/migrations/rating/rate-script.js";
import type { ServerVersion } from "../../../runtime/database/migrations/rating/rating.js";
import type { DialectName } from "../../../runtime/model/model.js";

/** A migration with this script and without further files. */
export function migrationOf(name: string, text: string, dialect: DialectName): Migration {
  const script = parseScript(`migrations/${name}/${dialect}.sql`, text, migrationDialects[dialect].script);
  const snapshot = { version: 1, previous: null, tables: [] } as const;
  return { name, folder: `migrations/${name}`, snapshot, script, checksum: "" };
}

/** The rated steps of a script that follows a migration with `before`. */
export function ratedSteps(
  dialect: DialectName,
  text: string,
  { before = "", server }: { readonly before?: string; readonly server?: ServerVersion } = {},
): readonly RatedStep[] {
  const migrations = [
    migrationOf("20260101000000_before", before, dialect),
    migrationOf("20260102000000_now", text, dialect),
  ];
  return rateMigrations(migrations, migrationDialects[dialect], server).at(-1)?.steps ?? [];
}

/** The risks of a script's last statement, in order. */
export function risksOf(...asked: Parameters<typeof ratedSteps>): readonly Risk[] {
  return (ratedSteps(...asked).at(-1)?.risks ?? []).map(({ risk }) => risk).sort();
}
