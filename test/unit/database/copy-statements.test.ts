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

/** SQL Server takes 1,000 rows of values (error 10738). */
const MAX_ROWS = 1_000;
/**
 * SQL Server's error 8003, SQLite's default limit (sqlite.org/limits.html), and the 16 bits in which the others send the
 * number of parameters.
 */
const MAX_PARAMETERS = { mssql: 2_100, sqlite: 32_766, mysql: 65_535, postgres: 65_535 };

type Run = (bound: BoundStatement) => readonly [] | Promise<readonly []>;

/** Copies records with this number of fields, including the key. */
async function copy(
  name: (typeof dialectNames)[number],
  count: number,
  rows: readonly (readonly unknown[])[],
  run: Run,
  toArgs = (row: readonly unknown[]) => row,
): Promise<void> {
  const names = Array.from({ length: count - 1 }, (_, index) => `f${index}`);
  const fields = Object.fromEntries(names.map((each) => [each, field("int")]));
  const model = resolveModel({
    database: { dialect: name, name: "x" },
    entities: { item: openEntity(fields) },
  });
  const item = model.entities.find((entity) => entity.name === "item") as Entity;
  const database = new Database(model, dialects[name]);
  const session: Partial<DatabaseSession> = {
    dialect: dialects[name],
    statements: (entity) => database.statements(entity),
    rows: run,
  };
  const given = item.fields.filter(({ system }) => system === undefined || system === "key");
  await new EntityWrites(item, session as DatabaseSession).copy(given, rows, toArgs);
}

function rowsOf(records: number, count: number): readonly (readonly number[])[] {
  return Array.from({ length: records }, (_, record) =>
    Array.from({ length: count }, (_, index) => 2_000 * record + index),
  );
}

describe.each(dialectNames)("on %s", (name) => {
  const takesLists = dialects[name].writes.lists !== undefined;

  it.each([1, 2, 9, 40, 1_500])(
    "records of %i fields are copied in order, by statements within the limits of the database",
    async (count) => {
      const rows = rowsOf(1_100, count);
      const statements: (readonly unknown[])[] = [];
      await copy(name, count, rows, ({ parameters }) => {
        statements.push(parameters);
        return [];
      });
      if (takesLists) {
        // One list per field.
        const lists = rows[0]?.map((_, index) => `{${rows.map((row) => row[index]).join()}}`);
        expect(statements).toEqual([lists]);
        return;
      }
      expect(statements.flat()).toEqual(rows.flat());
      for (const parameters of statements) {
        expect(parameters.length / count).toBeLessThanOrEqual(MAX_ROWS);
        expect(parameters.length).toBeLessThanOrEqual(MAX_PARAMETERS[name]);
      }
    },
  );
});

describe("statements that copy", () => {
  const rows = rowsOf(3 * 512, 9);

  it("statements that copy records run one after the other; each is prepared while the previous one runs", async () => {
    let running = 0;
    const most: number[] = [];
    const prepared: number[] = [];
    let count = 0;
    const toArgs = (row: readonly unknown[]) => {
      count++;
      return row;
    };
    const run = async (): Promise<readonly []> => {
      most.push(++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      prepared.push(count);
      running--;
      return [];
    };
    await copy("mysql", 9, rows, run, toArgs);
    expect(most).toEqual([1, 1, 1]);
    expect(prepared).toEqual([1024, 1536, 1536]);
  });

  it.each([1, 2, 3])("statements that copy records stop at number %i if it fails", async (failing) => {
    let count = 0;
    const run = async (): Promise<readonly []> => {
      await Promise.resolve();
      if (++count === failing) throw new Error("It failed.");
      return [];
    };
    await expect(copy("mysql", 9, rows, run)).rejects.toThrow("It failed.");
    expect(count).toBe(failing);
  });

  it("statements that copy records have all ended before the error of one that cannot be prepared", async () => {
    const ended: number[] = [];
    let count = 0;
    const toArgs = (row: readonly unknown[]) => {
      if (++count > 600) throw new Error("It cannot be sent.");
      return row;
    };
    const run = async (): Promise<readonly []> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      ended.push(count);
      return [];
    };
    await expect(copy("mysql", 9, rows, run, toArgs)).rejects.toThrow("It cannot be sent.");
    expect(ended).toEqual([601]);
  });
});
