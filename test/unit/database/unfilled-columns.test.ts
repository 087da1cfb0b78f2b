import { expect, test } from "vitest";
import type { Config } from "data-api";
import type { DialectName } from "../../../runtime/model/model.js";
import type { StoredColumn } from "../../../runtime/database/schema/stored/stored-schema.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";

const thing: Config["entities"][string] = {
  fields: {
    id: { type: "int", isRequired: true, isEditable: false },
    size: { type: "int", isRequired: true, isEditable: true },
  },
  primaryKey: "id",
  systemFields: { createdat: false, updatedat: false },
  permissions: { create: ["guest"] },
};

const unfilled =
  'The column "thing"."SIZE" is not null and has no default, but the entity "thing" has no field for it.';
const notNull = { isNullable: false };

test.each<readonly [string, DialectName, string, Partial<StoredColumn>, readonly string[]]>([
  ["PostgreSQL has case-sensitive names: SIZE is not size", "postgres", "SIZE", notNull, [unfilled]],
  ["a nullable one needs no field", "postgres", "SIZE", { isNullable: true }, []],
  ["one with a default needs no field", "postgres", "SIZE", { ...notNull, default: "5" }, []],
  ["a generated one needs no field", "postgres", "SIZE", { ...notNull, generated: "computed" }, []],
  ["size is that of the field", "postgres", "size", notNull, []],
  ["SQLite ignores case: SIZE is that of the field size", "sqlite", "SIZE", notNull, []],
])(
  "a required column is reported if no field fills it, and no other column: %s",
  (_, name, other, rest, messages) => {
    const dialect = dialects[name];
    const model = resolveModel({
      database: { dialect: name, name: "d" },
      entities: { thing },
      server: { idempotency: false },
    });
    const type = name === "sqlite" ? "integer" : "int4";
    const names = new Set(["id", ...(name === "sqlite" ? [] : ["size"]), other]);
    const stored = {
      ...{ schema: "public", name: "thing", isView: false, primaryKey: ["id"], indexes: [], foreignKeys: [] },
      columns: Array.from(names, (each) => ({ name: each, type, ...notNull, ...(each === other && rest) })),
    };
    const changes = compareSchema(model, { tables: [stored], defaultSchema: "public" }, dialect);
    expect(changes.map(({ message }) => message)).toEqual(messages);
  },
);
