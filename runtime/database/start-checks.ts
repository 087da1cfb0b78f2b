import type { Model } from "../model/model.js";
import type { OperatorWarning } from "../observe/operator-warning.js";
import type { Dialect } from "./dialect.js";
import { MAX_INT, overflowingKeys } from "./large-keys.js";
import { prepareSchema } from "./schema/prepare-schema.js";
import { findTable } from "./schema/stored/find-stored.js";
import type { StoredSchema } from "./schema/stored/stored-schema.js";
import type { AnyKysely } from "./sql/sql.js";

/** The code of the warning about a server that acknowledges writes before they are safe. */
const WRITES_MAY_BE_LOST = "writes-may-be-lost";

/** A database that is being opened, and where the checks report what they find. */
interface Opening {
  readonly db: AnyKysely;
  readonly model: Model;
  readonly dialect: Dialect;
  readonly warn: (warnings: readonly OperatorWarning[]) => void;
  /** Receives the error of a check that does not prevent the start. */
  readonly reportFault: (error: unknown, message: string) => void;
}

/**
 * Prepares the tables, and checks what a start needs: migrations, routines, and server settings and keys that only give
 * a warning.
 * @returns What is stored, if a check has read it as it is now.
 * @throws {Error} if the database does not match the configuration.
 */
export async function prepareStart(opening: Opening): Promise<StoredSchema | undefined> {
  const { db, model, dialect, warn } = opening;
  const { database, ownOperations } = model;
  if (database.schema === "migrations") {
    const { checkMigrations } = await import("./migrations/check-migrations.js");
    await checkMigrations(db, model, dialect);
  }
  const stored = await prepareSchema(db, model, dialect);
  if (database.schema !== "off" && ownOperations.length > 0) {
    const { checkRoutines } = await import("./routines/find-routine.js");
    await checkRoutines(db, ownOperations, dialect);
  }
  await lookAtDurability(opening);
  await lookAtKeys(opening);
  if (stored !== undefined) warn(inheritedTables(model, stored));
  return stored;
}

/** Warns about server settings that may lose acknowledged writes. Such a setting does not prevent the start. */
async function lookAtDurability({ db, model, dialect, warn, reportFault }: Opening): Promise<void> {
  const { durabilityRisks } = dialect;
  if (durabilityRisks === undefined || model.database.durability === "relaxed") return;
  try {
    const risks = await durabilityRisks(db);
    warn(
      risks.map(({ setting, value, consequence, remedy }) => ({
        code: WRITES_MAY_BE_LOST,
        message: `The database server has ${setting} = ${value}: ${consequence}. ${remedy}, or set "database.durability" to "relaxed" if that is acceptable.`,
        members: { setting, value },
      })),
    );
  } catch (error) {
    reportFault(error, "The durability settings of the database server could not be read.");
  }
}

/** The warnings about writable entities whose table also has the rows of tables that inherit from it. */
function inheritedTables({ entities }: Model, stored: StoredSchema): readonly OperatorWarning[] {
  return entities.flatMap((entity) => {
    const children = findTable(entity, stored)?.inheritedBy;
    if (children === undefined || entity.isReadOnly) return [];
    return {
      code: "table-is-inherited",
      message: `The records of "${entity.name}" include those of tables that inherit from its table (${children.join(", ")}). They may have the same keys, and then a write changes each of them. Set "isReadOnly", and describe these tables as entities.`,
      members: { entity: entity.name },
    };
  });
}

/** Warns about keys that a field cannot hold. */
async function lookAtKeys({ db, model, dialect, warn, reportFault }: Opening): Promise<void> {
  const { largeKeys, schema } = dialect;
  if (largeKeys === undefined || model.database.schema === "off") return;
  try {
    const found = await largeKeys(db);
    if (found.length === 0) return;
    const inDefault = await schema.schemas?.readDefault(db);
    warn(
      overflowingKeys(model.tables, found, inDefault).map(({ entity, field, next }) => ({
        code: "keys-too-large",
        message: `The next key of "${entity}" is ${next}, and the field "${field}" is an int, which holds at most ${MAX_INT}. Make the field a bigint, and its column too.`,
        members: { entity },
      })),
    );
  } catch (error) {
    reportFault(error, "The next keys of the tables could not be read.");
  }
}
