import { describe, expect, test } from "vitest";
import { defineConfig } from "../../runtime/define-config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { parseSnapshot } from "../../runtime/database/migrations/snapshots/parse-snapshot.js";
import { tablesOf } from "../../runtime/database/migrations/snapshots/tables-of.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { writeSnapshot } from "../../runtime/database/migrations/snapshots/write-snapshot.js";

const permissions = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const common = { isEditable: true, isRequired: false } as const;

const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    place: {
      primaryKey: ["country", "city"],
      fields: {
        country: { type: "string", maxLength: 2, isEditable: false, isRequired: true },
        city: { type: "string", maxLength: 60, isEditable: false, isRequired: true },
      },
      permissions,
    },
    thing: {
      table: "Things",
      schema: "shop",
      foreignKeys: [{ fields: ["country", "city"], targetEntityName: "place", resolvedEntityName: "place" }],
      fields: {
        title: { type: "string", ...common, default: 'a "b"\n\\', isUnique: true, isIndexed: true },
        big: { type: "bigint", ...common, default: "9223372036854775807" },
        raw: { type: "bytes", ...common, maxLength: 10, default: "AP8=" },
        price: { type: "decimal", ...common, precision: 30, scale: 10, default: "1.5" },
        exact: { type: "decimal", ...common, precision: "unlimited" },
        at: { type: "datetime", ...common, default: "2024-02-29T12:00:00Z" },
        more: { type: "json", ...common, default: { b: [1, null, "ü"], a: {} } },
        tags: { type: "list", of: "string", ...common, default: ["x"] },
        state: { type: "enum", values: ["on", "off"], ...common, default: "on" },
        country: { type: "string", maxLength: 2, ...common },
        city: { type: "string", maxLength: 60, ...common },
      },
      permissions,
    },
    seen: {
      primaryKey: [],
      fields: { title: { type: "string", ...common } },
      permissions: { read: ["guest"] },
      isReadOnly: true,
    },
  },
});

describe("a snapshot", () => {
  const { tables } = resolveModel(config);
  const snapshot = takeSnapshot(tables, "20260101000000_before");

  test("a snapshot is the same after it was written and read, with defaults of each type", () => {
    expect(parseSnapshot("snapshot.json", writeSnapshot(snapshot))).toEqual(snapshot);
    expect(parseSnapshot("snapshot.json", `\uFEFF${writeSnapshot(snapshot)}`)).toEqual(snapshot);
    expect(writeSnapshot(snapshot)).toContain('"precision":"unlimited"');
  });

  test("a snapshot restores the definitions of tables", () => {
    const restored = tablesOf(parseSnapshot("snapshot.json", writeSnapshot(snapshot)));
    const [thing, own] = [restored, tables].map((each) => each.find(({ table }) => table === "Things"));
    expect(thing?.fields.map((field) => field.default ?? null)).toEqual(
      own?.fields.map((field) => field.default ?? null),
    );
    expect(thing?.keys.map(({ column, isCreatable }) => [column, isCreatable])).toEqual([["id", false]]);
    expect(thing?.foreignKeys.map(({ fields }) => fields.map(({ column }) => column))).toEqual([
      ["country", "city"],
    ]);
    expect(restored.map(({ table }) => table)).not.toContain("seen");
  });

  test("a snapshot has its tables sorted by name, and a line for each column", () => {
    const reversed = takeSnapshot(tables.toReversed(), "20260101000000_before");
    expect(writeSnapshot(reversed)).toBe(writeSnapshot(snapshot));
    expect(writeSnapshot(snapshot)).toContain(
      '\n        {"column":"state","type":"enum","isNullable":true,"values":["on","off"],"default":"on"},\n',
    );
  });

  test.each([
    ["{", /^snapshot\.json: This is not JSON/],
    ['{"version":2}', /^snapshot\.json: The version of the snapshot is 2, and this data-api knows only 1\./],
    ['{"version":1,"previous":null,"tables":[{}]}', /^snapshot\.json: tables\.0\.table: /],
    [
      '{"version":1,"previous":null,"tables":[{"table":"a","keys":["id"],"columns":[],"foreignKeys":[]}]}',
      /tables\.0: the column "id" is not in "columns"/,
    ],
    ["{\n<<<<<<< ours\n}", /^snapshot\.json:2: A merge left its markers here\./],
  ])("a snapshot that is invalid is rejected with the place of the mistake: %s", (text, message) => {
    expect(() => parseSnapshot("snapshot.json", text)).toThrow(message);
  });
});
