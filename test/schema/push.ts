import type { Config } from "data-api";
import { beforeEach } from "vitest";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { assessChanges } from "../../runtime/database/schema/compare/assess-change.js";
import { readChanges } from "../../runtime/database/schema/prepare-schema.js";
import { pushChanges } from "../../runtime/database/schema/push-changes.js";
import type { SchemaChange } from "../../runtime/database/schema/schema-changes.js";
import type { DialectTarget, FreshDatabase } from "../conformance/targets.js";

type Flag = "--accept-changes" | "--accept-data-loss";
type Rows = readonly Readonly<Record<string, unknown>>[];

/** A difference with the SQL of its statements. */
export interface Difference extends Pick<SchemaChange, "kind" | "message" | "isOptional"> {
  readonly sql: readonly string[];
}

/** A test's own database, to which configurations are pushed in this process. */
export interface Pushing {
  readonly run: (...statements: readonly string[]) => Promise<Rows>;
  /** All differences, as `db diff` lists them. */
  readonly diff: (entities: Config["entities"]) => Promise<readonly Difference[]>;
  /** Runs `db push`. @returns The remaining differences. @throws {DatabaseError} */
  readonly push: (entities: Config["entities"], flag?: Flag) => Promise<readonly Difference[]>;
}

const always = ["rename", "add", "addConstraint"] as const;
const kindsOf: Readonly<Record<Flag, readonly SchemaChange["kind"][]>> = {
  "--accept-changes": ["alter"],
  "--accept-data-loss": ["alter", "alterWithLoss"],
};

/** Creates a database for each test. */
export function usePush(target: DialectTarget): Pushing {
  let fresh: FreshDatabase | undefined;
  beforeEach(async () => {
    fresh = await target.createDatabase();
  });
  return pushTo(() => {
    if (fresh === undefined) throw new Error("The database is there only while tests run.");
    return fresh;
  });
}

export function pushTo(database: () => FreshDatabase): Pushing {
  const modelOf = (entities: Config["entities"]) =>
    resolveModel({ database: database().database, entities, server: { idempotency: false } });
  const diff: Pushing["diff"] = (entities) => {
    const model = modelOf(entities);
    return withDatabase(model.database, { isReadOnly: true }, async (db, dialect) =>
      (await assessChanges(db, await readChanges(db, model, dialect), dialect)).map(
        ({ kind, message, isOptional, statements }) => ({
          kind,
          message,
          isOptional,
          sql: statements.map((statement) => statement.compile(db).sql),
        }),
      ),
    );
  };
  return {
    run: (...statements) => database().run(statements),
    diff,
    push: async (entities, flag) => {
      const model = modelOf(entities);
      const kinds = new Set<SchemaChange["kind"]>([...always, ...(flag === undefined ? [] : kindsOf[flag])]);
      await withDatabase(model.database, { isReadOnly: false }, (db, dialect) =>
        pushChanges(db, model, dialect, kinds, () => undefined),
      );
      return diff(entities);
    },
  };
}
