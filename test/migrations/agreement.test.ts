import type { EntityConfig } from "data-api";
import { expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { checkAgreement } from "../../runtime/database/migrations/scripts/check-agreement.js";
import { parseScript } from "../../runtime/database/migrations/scripts/parse-script.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { field, plain, to } from "../conformance/fields.js";
import { migrationDialects } from "./migration-dialects.js";

const snapshotOf = (fields: EntityConfig["fields"]) =>
  takeSnapshot(
    resolveModel({
      database: { dialect: "postgres", name: "x" },
      entities: { item: plain(fields), place: plain({}) },
    }).tables,
    null,
  );
const both = { a: field("int", { isIndexed: true }), b: field("int", { isUnique: true }) };

test.each([
  [
    "mssql",
    both,
    {},
    'drop index "ix_item.a" on item, "ux_item.b" on item alter table item drop column a, b',
  ],
  ["postgres", both, {}, 'drop index "ix_item.a", "ux_item.b"; alter table item drop a, drop column b;'],
  [
    "mysql",
    {},
    both,
    "alter table item add (a int, b int), add index `ix_item.a` (a), add unique `ux_item.b` (b);",
  ],
  [
    "mssql",
    { a: to("place", "theA") },
    { b: to("place", "theA") },
    "exec sp_rename N'[item].[a]', N'b', N'COLUMN'; exec sp_rename N'[fk_item.a]', N'fk_item.b';",
  ],
] as const)(
  "%s: migrate new --check accepts a hand-written script that changes the fields from %j to %j",
  (name, before, after, text) => {
    const dialect = migrationDialects[name];
    const [from, next] = [snapshotOf(before), snapshotOf(after)];
    expect(checkAgreement(parseScript("x.sql", text, dialect.script), from, next, dialect)).toEqual([]);
    expect(checkAgreement(parseScript("x.sql", "", dialect.script), from, next, dialect)).not.toEqual([]);
  },
);
