import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkCondition } from "../../runtime/condition/check-condition.js";
import { parseCondition } from "../../runtime/condition/parse-condition.js";
import { comparableTypes } from "../../runtime/condition/truth-of.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { joinedToCount } from "../../runtime/database/sql/counted-page.js";
import { Database } from "../../runtime/database/database.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import type { Sql } from "../../runtime/database/sql/sql.js";
import type { BoundStatement } from "../../runtime/database/sql/statement.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { compareSchema } from "../../runtime/database/schema/compare/compare-schema.js";
import { constraintName, type ConstraintKind } from "../../runtime/database/schema/constraint-names.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { EntityStatements } from "../../runtime/database/sql/statements.js";
import type { WriteStatements } from "../../runtime/database/sql/writes/write-statements.js";
import { dialectNames } from "../../runtime/model/settings/dialect-facts.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { firstKey, readableFields } from "../../runtime/model/fields.js";
import { orderBy } from "../../runtime/database/sql/order.js";
import { withoutTies } from "../../runtime/database/sql/total-order.js";
import { ownFields } from "../../runtime/database/sql/selection.js";
import type { Entity, Field, Model } from "../../runtime/model/model.js";
import { changed, composite, entities, renamed } from "./config.js";
import { printed } from "./printed.js";

// UPDATE_GOLDEN=1 writes the files: read the difference before you commit it. Without the database at hand, it is the
// only sign of a changed dialect in a review.
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

test.each(dialectNames)("the statements for %s are exactly the recorded ones", (name) => {
  const model = resolveModel({ database: { dialect: name, name: "x" }, entities });
  const renamedModel = resolveModel({
    database: { dialect: name, name: "x" },
    entities: renamed,
    server: { idempotency: false },
  });
  const compositeModel = resolveModel({
    database: { dialect: name, name: "x" },
    entities: composite,
    server: { idempotency: false },
  });
  const changedModel = resolveModel({
    database: { dialect: name, name: "x" },
    entities: changed,
    server: { idempotency: false },
  });
  const dialect = dialects[name];
  const database = new Database(model, dialect);
  const asText = (statement: Sql) => statement.compile(database.kysely).sql;
  const schemaChanges = (stored: readonly StoredTable[], compared: Pick<Model, "tables"> = model) =>
    compareSchema(compared, { tables: stored, defaultSchema: "main_schema" }, dialect).flatMap(
      ({ message, kind, statements }) => [
        `-- ${kind}: ${message}`,
        ...statements.map((statement) => `${asText(statement)};`),
      ],
    );
  const text = [
    ...model.entities.flatMap((entity) => statementsOf(entity, database)),
    "-- ## The tables",
    ...schemaChanges([]),
    "-- ## A table that has not all that it needs",
    ...schemaChanges(
      model.entities.map((entity) => strippedTable(entity, dialect.schema.schemas !== undefined)),
    ),
    "-- ## A table and its columns that were renamed",
    ...schemaChanges([formerTable(renamedModel, dialect)], renamedModel),
    "-- ## Columns that change, with indexes and a default",
    ...schemaChanges([tableBefore(changedModel, dialect)], changedModel),
    "-- ## A foreign key of several fields",
    ...schemaChanges([], compositeModel),
    "",
  ].join("\n");
  const file = join(import.meta.dirname, `${name}.sql`);
  if (isUpdate) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
});

function statementsOf(entity: Entity, database: Database): readonly string[] {
  const statements = new EntityStatements(entity, database);
  const { writes } = statements;
  const { countedPage = joinedToCount } = database.dialect;
  const key = firstKey(entity);
  const rows = { take: 1, skip: 0 };
  const by = (field: Field, isDescending = false) =>
    withoutTies([orderBy(field, isDescending)], ownFields(entity));
  const where = (text: string) => checkCondition(parseCondition(text), entity);
  const isKey = where(`id=${key.type === "int" ? "1" : "123e4567-e89b-42d3-a456-426614174000"}`);
  const writable = entity.fields.filter(({ system }) => system === undefined);
  const [first = key] = writable;
  const updateEach = writes.updateEach([key, first], writable.slice(0, 2), [[], []], isKey);
  const table = { schema: undefined, table: "log" };
  const [former = key] = entity.fields.slice(-1);
  const kept = readableFields(entity).filter(({ type }) => comparableTypes.has(type));
  const row = { table, key: first, former, kept, fields: [key], values: [] };
  const withRows = [
    ["insert", writes.insertWithRow(writable.slice(0, 2), [], "id", row)],
    ["update", writes.changeWithRow({ fields: writable.slice(0, 2), values: [] }, isKey, "record", row)],
    ["delete", writes.changeWithRow(undefined, isKey, "id", row)],
  ] as const;
  const conditions = conditionsOf[entity.name] ?? [];
  const pages =
    conditions.length > 0 ? entity.fields.filter(({ type }) => fieldTypes[type].isSortable) : [key];
  const all: (readonly [string, Pick<BoundStatement, "statement">])[] = [
    ...pages.flatMap((field) => [
      [`page by ${field.name}`, statements.page({ order: by(field), where: undefined, ...rows })] as const,
      [
        `page by ${field.name}, descending`,
        statements.page({ order: by(field, true), where: undefined, ...rows }),
      ] as const,
      [
        `counted page by ${field.name}`,
        statements.countedPage({ order: by(field), where: undefined, ...rows }, countedPage),
      ] as const,
      [
        `counted page by ${field.name}, descending`,
        statements.countedPage({ order: by(field, true), where: isKey, ...rows }, countedPage),
      ] as const,
    ]),
    ["count", statements.count(undefined)],
    ...conditions.map((text) => [`count of ${text}`, statements.count(where(text))] as const),
    ["more than ten", statements.beyond(isKey, 10)],
    ["find", statements.find(isKey)],
    ["lock", statements.lock(isKey)],
    ...(["id", "record"] as const).flatMap((returning) => [
      [`insert, giving the ${returning}`, writes.insert(writable, [[]], returning)] as const,
      [`insert of nothing, giving the ${returning}`, writes.insert([], [[]], returning)] as const,
      [`update, giving the ${returning}`, writes.update(writable, [], isKey, returning)] as const,
      [`delete, giving the ${returning}`, writes.delete(isKey, returning)] as const,
    ]),
    ...withRows.flatMap(([kind, statement]) =>
      statement === undefined ? [] : ([[`${kind} with a row about the record`, statement]] as const),
    ),
    ["insert of several, giving the ids in order", writes.insertInOrder(writable.slice(0, 2), [[], []])],
    ...(["update", "delete"] as const).map(
      (kind) =>
        [
          `${kind}, giving the number`,
          kind === "update"
            ? writes.update(writable.slice(0, 2), [], isKey, "count")
            : writes.delete(isKey, "count"),
        ] as const,
    ),
    ...(database.dialect.writes.orFails === undefined
      ? []
      : ([
          ["insert of all or none", writes.insertInOrder(writable.slice(0, 2), [[], []], { isWhole: true })],
          ["update of all or none", writes.updateEach([key], writable, [[], []], undefined, true)],
        ] as const)
    ).flatMap(([title, each]) => (each === undefined ? [] : [[title, each] as const])),
    ...(database.dialect.writes.limitsItself === true
      ? ([
          ["update of at most ten", writes.update(writable.slice(0, 2), [], isKey, "count", 10)],
          ["delete of at most ten", writes.delete(isKey, "count", 10)],
        ] as const)
      : []),
    ["update, giving all ids", writes.update(writable.slice(0, 2), [], isKey, "ids")],
    ["delete, giving all ids", writes.delete(isKey, "ids")],
    ...(updateEach === undefined ? [] : [["update of several", updateEach] as const]),
    ["copy", writes.copy([key, ...writable], [[], []])],
    ["insert of two, giving their keys in order", writes.insertInOrder(writable, [[], []])],
    ...(database.dialect.writes.insertInOrder === undefined
      ? []
      : ([
          [
            "insert of two, giving the keys that the table counts",
            writes.insertInOrder(writable.slice(0, 2), [[], []], { countsKey: true }),
          ],
        ] as const)),
    ...[writes.updateEach([key], writable, [[], []], undefined)].flatMap((each) =>
      each === undefined ? [] : [["update of two, each with its own", each] as const],
    ),
    ...(database.dialect.writes.runsEach === true
      ? ([
          ["insert, one in each run", writes.each.insert(writable, [[]])],
          ["update of all, in one run", writes.each.updateAll(writable.slice(0, 2), [], isKey)],
          ["delete of all, in one run", writes.each.deleteAll(isKey)],
          ["delete, giving some fields", writes.each.deleteReturning([key, first], isKey)],
          ["update, one in each run", writes.each.update([key, first], writable.slice(0, 2), [[]], isKey)],
        ] as const)
      : []),
    ...(database.dialect.writes.found === undefined ? [] : found(entity, writable, writes)),
    ["update in cases", writes.updateInCases(writable.slice(0, 2), [[], []], [isKey, isKey])],
  ];
  return [
    `-- ## ${entity.name}`,
    ...all.flatMap(([title, statement]) => [`-- ${title}`, ...printed(statement)]),
  ];
}

/** The statements that update records if they exist, each found by its first fields. */
function found(
  { keys }: Entity,
  writable: readonly Field[],
  writes: WriteStatements,
): readonly (readonly [string, Pick<BoundStatement, "statement">])[] {
  const known = writable.filter(({ type }) => type === "string" || type === "int").slice(0, 2);
  const matched = known.length > 0 ? known : keys;
  const changed = writable.slice(0, 2);
  const update = { given: writable, matched, changed, isExact: false, where: undefined };
  const together = writes.updateFound(update, [[], []]);
  return together === undefined
    ? [
        ["key, one in each run", writes.each.find(update, [[]])],
        ["key of a table that compares exactly", writes.each.find({ ...update, isExact: true }, [[]])],
        ["update of one that was found", writes.each.updateFound(update, [[]], [keys.map(() => null)])],
      ]
    : [["update of those that are there", together]];
}

const taskConditions: readonly string[] = [
  "state=draft",
  "state<=draft&state<>public",
  'tags=["a"]&sizes<>[1]',
  "tags has a|sizes has 1|sizes=null",
];

const noteConditions: readonly string[] = [
  'title="x"',
  'title<>"x"',
  'title>="x"',
  'body~"x"',
  "views=1|views=null&(price>=1.5|price<>2)",
  "big>5&ratio<0.5",
  "done=true|done<>null",
  "day<=2024-02-29&at>2024-02-29T12:00:00Z",
  "code=123e4567-e89b-42d3-a456-426614174000",
  "code<123e4567-e89b-42d3-a456-426614174000",
  "data=null",
  "hash=AP8=&photo<>AP8=",
  "hash<AP8=&photo>=AP8=",
];

const conditionsOf: Readonly<Record<string, readonly string[]>> = {
  note: noteConditions,
  task: taskConditions,
};

/** The table of the renamed entity before it was renamed, with its columns, indexes and foreign key. */
function formerTable(
  { tables: [entity] }: Pick<Model, "tables">,
  { schema, columns: types }: Dialect,
): StoredTable {
  if (entity === undefined) throw new Error("There is no entity.");
  const place = { schema: schema.schemas && "main_schema", name: "note" };
  const columnOf = ({ column, renamedFrom }: Field) => renamedFrom ?? column;
  const named = (kind: ConstraintKind, field: Field) =>
    constraintName(kind, { table: "note" }, [{ column: columnOf(field) }], schema.maxNameLength);
  const id = firstKey(entity);
  return {
    ...place,
    isView: false,
    columns: entity.fields.map((field) => ({
      name: columnOf(field),
      type: (field === id ? schema.identityType : undefined) ?? types[field.type].stored[0] ?? "",
      ...(field === id && { generated: "identity" as const }),
      declaration: types[field.type].declaration(field),
      isNullable: field.isNullable,
      ...(field.type === "enum" && {
        values: field.values?.map(String),
        valuesIn: { schema: place.schema, name: named(schema.enums.nameKind ?? "ck", field) },
      }),
    })),
    primaryKey: [id.column],
    indexes: entity.fields
      .filter(({ isUnique, isIndexed }) => isUnique || isIndexed)
      .map((field) => ({
        name: named(field.isUnique ? "ux" : "ix", field),
        columns: [columnOf(field)],
        isUnique: field.isUnique,
        isPartial: false,
        conditionOn: field.isUnique && field.isNullable ? [columnOf(field)] : [],
      })),
    foreignKeys: entity.foreignKeys
      .flatMap(({ fields }) => fields)
      .map((field) => ({
        name: schema.migrations.dropForeignKey === undefined ? "" : named("fk", field),
        columns: [columnOf(field)],
        targetSchema: place.schema,
        targetTable: "note",
        targetColumns: [id.column],
      })),
  };
}

/** The table before its columns changed: some were shorter, nullable or of another type. */
function tableBefore(model: Pick<Model, "tables">, dialect: Dialect): StoredTable {
  const table = formerTable(model, dialect);
  const [int = ""] = dialect.columns.int.stored;
  const before: Readonly<Record<string, Partial<StoredColumn>>> = {
    title: { length: 20 },
    views: { isNullable: true },
    price: { type: int, declaration: int, default: "((0))" },
    code: { isNullable: false },
    place: { isNullable: true },
  };
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, ...before[column.name] })),
    indexes: [...table.indexes, { name: "by_place", columns: ["place"], isUnique: false, isPartial: false }],
  };
}

/** The table with its key, one column of another type, and one column that is wrongly nullable. */
function strippedTable({ table, keys, fields }: Entity, hasSchemas: boolean): StoredTable {
  return {
    schema: hasSchemas ? "main_schema" : undefined,
    name: table,
    isView: false,
    columns: [
      ...keys.map(({ column }) => ({ name: column, type: "blob", isNullable: false })),
      ...fields
        .filter(({ name }) => name === "title" || name === "views")
        .map(({ column }) => ({ name: column, type: "blob", isNullable: true })),
    ],
    primaryKey: keys.map(({ column }) => column),
    indexes: [],
    foreignKeys: [],
  };
}
