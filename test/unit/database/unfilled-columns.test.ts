import { expect, test } from "vitest";
import type { Config } from "data-api";
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

test.each([
  [
    "SIZE",
    [`The column "thing"."SIZE" is not null and has no default, but the entity "thing" has no field for it.`],
  ],
  ["size", []],
])(
  "where case matters, a required column %s needs a field whose column has exactly this name",
  (other, messages) => {
    const model = resolveModel({
      database: { dialect: "postgres", host: "h", name: "d", password: "x" },
      entities: { thing },
      server: { idempotency: false },
    });
    const names = [...new Set(["id", "size", other])];
    const stored = {
      ...{ schema: "public", name: "thing", isView: false, primaryKey: ["id"], indexes: [], foreignKeys: [] },
      columns: names.map((name) => ({ name, type: "int4", isNullable: false })),
    };
    const changes = compareSchema(model, [stored], "public", dialects.postgres);
    expect(changes.map(({ message }) => message)).toEqual(messages);
  },
);
