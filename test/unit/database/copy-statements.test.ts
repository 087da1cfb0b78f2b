import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import type { DatabaseSession } from "../../../runtime/database/database-session.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { EntityWrites } from "../../../runtime/database/entity-writes.js";
import type { BoundStatement } from "../../../runtime/database/sql/statement.js";
import type { Entity } from "../../../runtime/model/model.js";
import { dialectNames } from "../../../runtime/model/settings/dialect-facts.js";
import { field, openEntity } from "../../conformance/fields.js";

/** SQL Server takes 1,000 rows of values (error 10738) and 2,100 parameters (error 8003). */
const MAX_ROWS = 1_000;
const MAX_PARAMETERS = 2_100;

describe.each(dialectNames)("on %s", (name) => {
  const dialect = dialects[name];

  /** The statements that copy records with this many fields, the key included. */
  async function copied(count: number, records: number): Promise<readonly BoundStatement[]> {
    const names = Array.from({ length: count - 1 }, (_, index) => `f${index}`);
    const fields = Object.fromEntries(names.map((each) => [each, field("int")]));
    const model = resolveModel({
      database: { dialect: name, name: "x" },
      entities: { item: openEntity(fields) },
    });
    const item = model.entities.find((entity) => entity.name === "item") as Entity;
    const database = new Database(model, dialect);
    const statements: BoundStatement[] = [];
    const session = {
      dialect,
      statements: () => database.statements(item),
      rows: (bound: BoundStatement) => {
        statements.push(bound);
        return [];
      },
    } as unknown as DatabaseSession;
    const given = item.fields.filter(({ system }) => system === undefined || system === "key");
    const rows = Array.from({ length: records }, (_, record) =>
      given.map((_, index) => 100 * record + index),
    );
    await new EntityWrites(item, session).copy(given, rows, (row) => row);
    expect(given).toHaveLength(count);
    return statements;
  }

  it.each([1, 2, 9, 40, 1_500])(
    "records of %i fields are copied in statements that the database takes",
    async (count) => {
      const statements = await copied(count, 2_100);
      const values = statements.flatMap(({ parameters }) => parameters.flat());
      // All of them, in their order.
      if (dialect.writes.lists === undefined)
        expect(values.filter((_, place) => place % count === 0)).toEqual(
          Array.from({ length: 2_100 }, (_, record) => 100 * record),
        );
      for (const { parameters } of statements) {
        if (dialect.writes.lists !== undefined) continue;
        expect(parameters.length / count).toBeLessThanOrEqual(MAX_ROWS);
        expect(parameters.length).toBeLessThanOrEqual(Math.max(count, MAX_PARAMETERS));
      }
    },
  );
});
