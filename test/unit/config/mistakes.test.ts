import { describe, expect, it } from "vitest";
import { ConfigError, DataApi, type Config, type ConfigProblem } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { configShape } from "../../../runtime/config/config-shape.js";
import { field, openEntity } from "../../conformance/fields.js";
import { changedAt, optionsOf, placesOf } from "./shape-options.js";
import { wholeConfigs } from "./whole-configs.js";

const TYPES =
  '"string", "text", "richtext", "enum", "list", "int", "bigint", "float", "decimal", "boolean", "date", "datetime", "time", "duration", "year", "uuid", "json", "bytes", "native", "xml", "other", "secret"';
const FIELD_KEYS =
  "type, isEditable, isRequired, foreignKey, isIgnoredOnCreate, filledBy, maxLength, minLength, minimum, maximum, precision, scale, zone, of, maxItems, storedAs, values, default, isUnique, isIndexed, column, label, description, renamedFrom";
const IDENTIFIER =
  'must begin with a letter and hold only letters, digits and _ (use "table" or "column" for another name in the database).';

const database = { dialect: "sqlite", name: ":memory:" };
const withEntities = (entities: unknown) => ({ database, entities });
const rate = { limit: 1, window: 1 };
const found = (origin: string, right: string) => `found "${origin}"; browsers write it as "${right}".`;
const notAnOrigin = (origin: string) =>
  `found "${origin}"; must be an origin such as "https://example.com" or "http://localhost:3000".`;

/** An entity `e` with one field `f`, and its mistakes, whose places begin with "f". */
function fieldMistake(f: unknown, ...mistakes: readonly string[]) {
  return entityMistake({ fields: { f }, permissions: {} }, ...mistakes.map((each) => `e.fields.${each}`));
}

/** An entity `e`, and its mistakes, whose places begin with "e". */
function entityMistake(
  e: unknown,
  ...mistakes: readonly string[]
): readonly [unknown, readonly ConfigProblem[]] {
  return [e, mistakes.map((each) => problem(`entities.${each}`))];
}

/** A configuration without entities, and the mistakes of its database. */
function databaseMistake(
  wrong: object,
  ...mistakes: readonly string[]
): readonly [unknown, readonly ConfigProblem[]] {
  return [{ database: wrong, entities: {} }, mistakes.map(problem)];
}

/** A mistake as it is printed: the place, the message, and what was perhaps meant. */
function problem(text: string): ConfigProblem {
  const [, path = "", message = "", hint] =
    /^(?:(.*?): )?(.*?)(?: (Did you mean "[^"]*"\?))?$/s.exec(text) ?? [];
  return { path, message, ...(hint !== undefined && { hint }) };
}

/** Every option, but not what a rule of a permission never has: a delete has no fields. */
const options = optionsOf(configShape).filter(
  ({ path }) => !path.startsWith("entities.*.permissions.delete.0.fields"),
);

/** A configuration of the part with this option, and the place of the option in it. */
function firstUseOf(path: string): readonly [config: object, place: string] {
  const [part = ""] = path.split(".");
  for (const config of Object.values(wholeConfigs)) {
    const [place] = placesOf(config, path);
    const { auth, entities } = config;
    const around =
      part === "entities" ? { auth, entities } : { entities: {}, [part]: config[part as "auth"] };
    if (place !== undefined) return [{ database, ...around }, place];
  }
  throw new Error(`No configuration uses "${path}".`);
}

/** Each with an entity `e` that has the mistake. */
const entityMistakes: Readonly<Record<string, readonly [unknown, readonly ConfigProblem[]]>> = {
  "a type with a typo": fieldMistake(
    field("strin" as "string"),
    `f.type: found "strin"; allowed: ${TYPES}. Did you mean "string"?`,
  ),
  "a type in another letter case": fieldMistake(
    field("DateTime" as "date"),
    `f.type: found "DateTime"; allowed: ${TYPES}. Did you mean "datetime"?`,
  ),
  "a type that resembles no other": fieldMistake(
    field("geography" as "string"),
    `f.type: found "geography"; allowed: ${TYPES}.`,
  ),
  "an inherited type": fieldMistake(
    field("constructor" as "string"),
    `f.type: found "constructor"; allowed: ${TYPES}.`,
  ),
  "no type": fieldMistake(
    { isEditable: true, isRequired: true },
    `f.type: found nothing; allowed: ${TYPES}.`,
  ),
  "missing options": fieldMistake(
    { type: "int" },
    "f.isEditable: found nothing; must be true or false.",
    "f.isRequired: found nothing; must be true or false.",
  ),
  "an option with a typo": fieldMistake(
    { ...field("int"), isUniqe: true },
    `f.isUniqe: unknown key "isUniqe"; allowed: ${FIELD_KEYS}. Did you mean "isUnique"?`,
  ),
  "an unknown option": fieldMistake(
    { ...field("int"), zzz: 1 },
    `f.zzz: unknown key "zzz"; allowed: ${FIELD_KEYS}.`,
  ),
  "options of the wrong type": fieldMistake(
    {
      type: "string",
      isEditable: "yes",
      isRequired: 1,
      maxLength: "5",
      column: 5,
      isUnique: null,
      default: undefined,
    },
    'f.isEditable: found "yes"; must be true or false.',
    "f.isRequired: found 1; must be true or false.",
    'f.maxLength: found "5"; must be a number.',
    "f.isUnique: found null; must be true or false.",
    "f.column: found 5; must be text.",
  ),
  "a wrong shape together with a wrong combination": fieldMistake(
    { ...field("int", { precision: 3 }), isUnique: "x" },
    'f.isUnique: found "x"; must be true or false.',
    'f.precision: only a field of type "decimal" has a precision, this one is "int".',
  ),
  "null for a field": fieldMistake(null, "f: found null; must be an object."),
  "a list for a field": fieldMistake([], "f: found a list; must be an object."),
  "a text for a field": fieldMistake("string", 'f: found "string"; must be an object.'),
  "a minimum of a text": fieldMistake(
    field("string", { minimum: 1 }),
    'f.minimum: a field of type "string" has no minimum; only numbers do.',
  ),
  "a maximum that is not a value of the field": fieldMistake(
    field("int", { maximum: 1.5 }),
    "f.maximum: found 1.5; it must be a whole number.",
  ),
  "a minimum that is not a number": fieldMistake(
    field("float", { minimum: "least" }),
    'f.minimum: found "least"; it must be a number.',
  ),
  "a maximum with more digits than a number keeps": fieldMistake(
    field("decimal", { maximum: Number("123456789012345678901") }),
    'f.maximum: found 123456789012345680000; it has more digits than a JSON number keeps: send it as text, "12.50".',
  ),
  "a minimum above the maximum": fieldMistake(
    field("decimal", { minimum: "10.50", maximum: 9 }),
    'f.minimum: found "10.5", more than the maximum "9".',
  ),
  "a default below the minimum": fieldMistake(
    field("bigint", { minimum: 5, default: 4 }),
    "f.default: found 4; it must be at least 5.",
  ),
  "a minimal length of a number": fieldMistake(
    field("int", { minLength: 1 }),
    'f.minLength: a field of type "int" has no length; only texts and bytes do.',
  ),
  "a minimal length above the usual maximum": fieldMistake(
    field("string", { minLength: 256 }),
    "f.minLength: found 256, more than the maximum of 255.",
  ),
  "a minimal length of bytes of one length": fieldMistake(
    field("bytes", { storedAs: "binary", maxLength: 16, minLength: 2 }),
    'f.minLength: leave it out: with the storedAs "binary" the length is "maxLength".',
  ),
  "a length of a number": fieldMistake(
    field("int", { maxLength: 5 }),
    'f.maxLength: a field of type "int" has no length; only texts and bytes do.',
  ),
  "a length of zero": fieldMistake(
    field("string", { maxLength: 0 }),
    "f.maxLength: found 0; must be at least 1.",
  ),
  "half a length": fieldMistake(
    field("string", { maxLength: 1.5 }),
    "f.maxLength: found 1.5; must be a whole number.",
  ),
  "a length too long for a string": fieldMistake(
    field("string", { maxLength: 4001 }),
    'f.maxLength: found 4001; a "string" may have at most 4000 characters, use "text" for more.',
  ),
  "a length too long for an index": fieldMistake(
    field("string", { maxLength: 769, isUnique: true }),
    'f.maxLength: found 769; a "string" with an index may have at most 768 characters in every database.',
  ),
  "digits of a text": fieldMistake(
    field("string", { precision: 5, scale: 2 }),
    'f.precision: only a field of type "decimal" has a precision, this one is "string".',
    'f.scale: only a field of type "decimal" has a scale, this one is "string".',
  ),
  "more digits after the point than in all": fieldMistake(
    field("decimal", { precision: 2, scale: 3 }),
    "f.scale: found 3, more than the 2 digits of its precision.",
  ),
  "digits of a second for a date": fieldMistake(
    field("date", { precision: 3 }),
    'f.precision: only a field of type "decimal" has a precision, this one is "date".',
  ),
  "a scale of unlimited precision": fieldMistake(
    field("decimal", { precision: "unlimited", scale: 2 }),
    'f.scale: leave it out: with the precision "unlimited" any number of digits is accepted.',
  ),
  "an unknown stored form": fieldMistake(
    field("datetime", { storedAs: "DD.MM.YYYY" }),
    'f.storedAs: found "DD.MM.YYYY"; it must be a layout such as "YYYY-MM-DD HH:MM:SS", or one of "unix seconds", "unix milliseconds", "julian day" and "any".',
  ),
  "a time stored as a day": fieldMistake(
    field("datetime", { storedAs: "YYYY-MM-DD" }),
    'f.storedAs: a "datetime" needs a layout with a time, or the type "date".',
  ),
  "a stored form of a number": fieldMistake(
    field("int", { storedAs: "unix seconds" }),
    'f.storedAs: the dialect "sqlite" stores a field of type "int" in one way only.',
  ),
  "an unknown stored form of bytes": fieldMistake(
    field("bytes", { storedAs: "blob" }),
    'f.storedAs: found "blob"; it must be "binary".',
  ),
  "a native type that SQLite does not have": fieldMistake(
    field("native", { storedAs: "text" }),
    'f.storedAs: the dialect "sqlite" stores a field of type "native" in one way only.',
  ),
  "a native field without a type": fieldMistake(
    field("native"),
    'f.storedAs: is required, but the dialect "sqlite" has no types of its own: use another type.',
  ),
  "an editable field of type other": fieldMistake(
    field("other", { isIgnoredOnCreate: true }),
    'f.isEditable: a field of type "other" is read-only: set it to false.',
  ),
  "a field of type other that a create supplies": fieldMistake(
    field("other", { isEditable: false }),
    'f.isIgnoredOnCreate: a field of type "other" is read-only: set it to true.',
  ),
  "an index on a field of type other": fieldMistake(
    field("other", { isEditable: false, isIgnoredOnCreate: true, isUnique: true }),
    'f.isUnique: a field of type "other" cannot have an index in every database.',
  ),
  "a fixed length without a number": fieldMistake(
    field("bytes", { storedAs: "binary" }),
    'f.maxLength: with the storedAs "binary" it is the length: set it.',
  ),
  "an index on bytes of any length": fieldMistake(
    field("bytes", { isIndexed: true }),
    'f.maxLength: it is missing; a "bytes" with an index must have a maximum of 768 bytes or less.',
  ),
  "an index on long bytes": fieldMistake(
    field("bytes", { isUnique: true, maxLength: 769 }),
    'f.maxLength: found 769; a "bytes" with an index must have a maximum of 768 bytes or less.',
  ),
  "a default that is not base64": fieldMistake(
    field("bytes", { default: "AP8" }),
    'f.default: found "AP8"; it must be bytes in base64 with padding, such as "AP8=".',
  ),
  "a zone of a date": fieldMistake(
    field("date", { zone: "none" }),
    'f.zone: is for a "datetime" or "time" only, this field is "date".',
  ),
  "a time of day in UTC": fieldMistake(
    field("time", { zone: "utc" }),
    'f.zone: found "utc"; a time of day is no instant: it has the zone "none" or "offset".',
  ),
  "an offset in a stored form": fieldMistake(
    field("datetime", { zone: "offset", storedAs: "YYYY-MM-DD HH:MM:SS" }),
    'f.zone: found "offset"; it cannot be combined with "storedAs", which has no place for an offset.',
  ),
  "digits of a second together with a stored form": fieldMistake(
    field("datetime", { storedAs: "unix seconds", precision: 3 }),
    'f.precision: remove it: "storedAs" already says how many digits a second has.',
  ),
  "too many digits": fieldMistake(
    field("decimal", { precision: 1001, scale: -1 }),
    "f.precision: found 1001; must be at most 1000.",
    "f.scale: found -1; must be at least 0.",
  ),
  "an index on a long text": fieldMistake(
    field("text", { isUnique: true, isIndexed: true }),
    'f.isUnique: a field of type "text" cannot have an index in every database, use "string".',
    'f.isIndexed: a field of type "text" cannot have an index in every database, use "string".',
  ),
  "an index on json": fieldMistake(
    field("json", { isUnique: true }),
    'f.isUnique: a field of type "json" cannot have an index in every database.',
  ),
  "an index on a secret": fieldMistake(
    field("secret", { isIndexed: true }),
    'f.isIndexed: a field of type "secret" cannot have an index in every database.',
  ),
  "a required field that cannot be supplied": fieldMistake(
    field("int", { isRequired: true, isIgnoredOnCreate: true }),
    'f.isIgnoredOnCreate: a required field that a create ignores needs a default, or "filledBy".',
  ),
  "a default beside the database's default": fieldMistake(
    field("int", { default: 1, filledBy: "default" }),
    'f.filledBy: the field has a "default" here already: remove one of the two.',
  ),
  "an empty list of values": fieldMistake(
    field("int", { values: [] }),
    "f.values: found a list; must have at least one item.",
  ),
  "values of another type": fieldMistake(
    field("int", { values: [1, "x", 2.5, null, "3"] }),
    'f.values.1: found "x"; it must be a whole number.',
    "f.values.2: found 2.5; it must be a whole number.",
    "f.values.3: found null; it must be a whole number.",
  ),
  "values of json": fieldMistake(
    field("json", { values: [1] }),
    'f.values: a field of type "json" cannot have a closed list of values.',
  ),
  "a default that is not listed": fieldMistake(
    field("decimal", { values: ["1.50"], default: "1.51" }),
    'f.default: found "1.51", which is not one of its "values".',
  ),
  "a default of null for a required field": fieldMistake(
    field("int", { isRequired: true, default: null }),
    "f.default: found null; a required field is never null.",
  ),
  "a default of a secret": fieldMistake(
    field("secret", { default: "x" }),
    "f.default: a secret cannot have a default.",
  ),
  "a default that is not JSON": fieldMistake(
    field("json", { default: (() => 1) as unknown as null }),
    "f.default: found a function; must be a JSON value.",
  ),
  "a default too long": fieldMistake(
    field("string", { maxLength: 2, default: "abc" }),
    'f.default: found "abc"; it must have at most 2 characters.',
  ),
  "a default date that does not exist": fieldMistake(
    field("date", { default: "2023-02-29" }),
    'f.default: found "2023-02-29"; it must be a day such as 2024-02-29.',
  ),
  "a default number that JavaScript rounds": fieldMistake(
    field("bigint", { default: 2 ** 53 }),
    "f.default: found 9007199254740992; it is beyond what a JavaScript number can hold exactly: send it as text.",
  ),
  "a foreign key to an unknown entity": fieldMistake(
    field("int", { foreignKey: { targetEntityName: "ee", resolvedEntityName: "target" } }),
    'f.foreignKey.targetEntityName: there is no entity "ee"; there are: e. Did you mean "e"?',
  ),
  "a foreign key of another type": fieldMistake(
    field("uuid", { foreignKey: { targetEntityName: "E", resolvedEntityName: "target" } }),
    'f.foreignKey: the field is of type "uuid", but the key of "e" is of type "int".',
  ),
  "a resolved name that is in use": fieldMistake(
    field("int", { foreignKey: { targetEntityName: "e", resolvedEntityName: "CreatedAt" } }),
    'f.foreignKey.resolvedEntityName: records have another member "CreatedAt" already.',
  ),
  "an invalid resolved name": fieldMistake(
    field("int", { foreignKey: { targetEntityName: "e", resolvedEntityName: "a b" } }),
    `f.foreignKey.resolvedEntityName: the name "a b" ${IDENTIFIER}`,
  ),
  "half a foreign key": fieldMistake(
    { ...field("int"), foreignKey: { targetEntityName: 5, entity: "x" } },
    "f.foreignKey.targetEntityName: found 5; must be text.",
    'f.foreignKey.entity: unknown key "entity"; allowed: targetEntityName, resolvedEntityName, inverseName, isWritable, isManyToMany, joinTable.',
  ),
  "an empty column": fieldMistake(
    field("int", { column: "" }),
    'f.column: the column name "" must not be empty.',
  ),
  "a column with a line break": fieldMistake(
    field("int", { column: "a\nb" }),
    'f.column: the column name "a\\nb" must not hold control characters.',
  ),
  "a column that is in use": entityMistake(
    openEntity({
      a: field("int"),
      b: field("int", { column: "A" }),
      c: field("int", { column: "UpdatedAt" }),
    }),
    'e.fields.b.column: the column "A" is used already.',
    'e.fields.c.column: the column "UpdatedAt" is used already.',
  ),
  "fields with the names of the server's fields": entityMistake(
    openEntity({ ID: field("int", { column: "x" }), createdat: field("datetime", { column: "y" }) }),
    'e.fields.ID: every record has "id", set by the server: remove it, or make it the key with "primaryKey".',
    'e.fields.createdat: every record has "createdat", set by the server: remove it, or switch the server\'s own off with "systemFields".',
  ),
  "fields that differ by case": entityMistake(
    openEntity({ aB: field("int"), Ab: field("int", { column: "x" }) }),
    'e.fields.Ab: the field names "aB" and "Ab" differ only by case; names are matched without regard to case.',
  ),
  "a resolved name that is used twice": entityMistake(
    openEntity({
      a: field("int", { foreignKey: { targetEntityName: "e", resolvedEntityName: "x" } }),
      b: field("int", { foreignKey: { targetEntityName: "e", resolvedEntityName: "X" } }),
    }),
    'e.fields.a.foreignKey.resolvedEntityName: records have another member "x" already.',
    'e.fields.b.foreignKey.resolvedEntityName: records have another member "X" already.',
  ),
  "an entity that is null": entityMistake(null, "e: found null; must be an object."),
  "an empty entity": entityMistake(
    {},
    "e.fields: found nothing; must be an object.",
    "e.permissions: found nothing; must be an object.",
  ),
  "lists for objects": entityMistake(
    { fields: [], permissions: [] },
    "e.fields: found a list; must be an object.",
    "e.permissions: found a list; must be an object.",
  ),
  "wrong permissions": entityMistake(
    { fields: {}, permissions: { read: "guest", create: [""], updte: [], delete: ["a b", 5] } },
    'e.permissions.read: found "guest"; must be a list.',
    'e.permissions.create.0: found ""; must be a role name without blanks.',
    'e.permissions.delete.0: found "a b"; must be a role name without blanks.',
    "e.permissions.delete.1: found 5; must be a role name or { role, fields?, where? }.",
    'e.permissions.updte: unknown key "updte"; allowed: read, create, update, delete. Did you mean "update"?',
  ),
  "wrong rules of permissions": entityMistake(
    {
      fields: {},
      permissions: {
        read: [{ role: "a", fiedls: {} }, { fields: {} }],
        create: [{ role: "a b" }, ["a"], null],
        update: [{ role: "a", fields: { include: [5], exclude: [], only: ["x"] }, where: "" }],
      },
    },
    'e.permissions.read.0.fiedls: unknown key "fiedls"; allowed: role, fields, where. Did you mean "fields"?',
    "e.permissions.read.1.role: found nothing; must be text.",
    'e.permissions.create.0.role: found "a b"; must be a role name without blanks.',
    "e.permissions.create.1: found a list; must be a role name or { role, fields?, where? }.",
    "e.permissions.create.2: found null; must be a role name or { role, fields?, where? }.",
    "e.permissions.update.0.fields.include.0: found 5; must be text.",
    "e.permissions.update.0.fields.exclude: found a list; must have at least one item.",
    'e.permissions.update.0.fields.only: unknown key "only"; allowed: include, exclude.',
    'e.permissions.update.0.where: found ""; must not be empty.',
  ),
  "a wrong type of a field that is named like an option": entityMistake(
    { fields: { password: { ...field("secret"), type: "sercet" } }, permissions: {} },
    `e.fields.password.type: found "sercet"; allowed: ${TYPES}. Did you mean "secret"?`,
  ),
  "labels that are no short words on one line": entityMistake(
    {
      fields: Object.fromEntries(
        [
          "",
          " Price",
          "Unit\nprice",
          "Unit\u2028price",
          "\u0007",
          "x".repeat(101),
          5,
          "Straße \u{1F4B6}",
        ].map((label, index) => [`f${index}`, { ...field("int"), label }]),
      ),
      permissions: {},
    },
    ...['""', '" Price"', '"Unit\\nprice"', '"Unit\u2028price"', '"\\u0007"', "a long text"].map(
      (found, index) =>
        `e.fields.f${index}.label: found ${found}; must be one line of at most 100 characters, without blanks around it.`,
    ),
    "e.fields.f6.label: found 5; must be text.",
  ),
  "wrong options of an entity": entityMistake(
    {
      ...openEntity({}),
      description: 5,
      systemFields: { id: "guid", createdat: 1, x: true },
      maxBodyBytes: 0,
      readValidator: "x",
    },
    "e.description: found 5; must be text.",
    'e.systemFields.id: found "guid"; allowed: "int", "uuid". Did you mean "uuid"?',
    "e.systemFields.createdat: found 1; must be true or false.",
    'e.systemFields.x: unknown key "x"; allowed: id, createdat, updatedat, ownerid.',
    "e.maxBodyBytes: found 0; must be at least 1.",
    'e.readValidator: found "x"; must be a function.',
  ),
  "a table of SQLite's own": entityMistake(
    openEntity({}, { table: "SQLite_x" }),
    'e.table: the table name "SQLite_x" begins with "sqlite_", which SQLite keeps for itself.',
  ),
  "a table without a name": entityMistake(
    openEntity({}, { table: "" }),
    'e.table: the table name "" must not be empty.',
  ),
  "half a surrogate pair as a table": entityMistake(
    openEntity({}, { table: "\ud800" }),
    'e.table: the table name "\\ud800" must not hold control characters.',
  ),
};

/** Whole configurations. */
const wholes: Readonly<Record<string, readonly [unknown, readonly ConfigProblem[]]>> = {
  null: [null, [problem("found null; must be an object.")]],
  undefined: [undefined, [problem("found nothing; must be an object.")]],
  "a list": [[], [problem("found a list; must be an object.")]],
  "a text": ["config", [problem('found "config"; must be an object.')]],
  "a number": [5, [problem("found 5; must be an object.")]],
  "a function": [() => ({}), [problem("found a function; must be an object.")]],
  "an empty object": [
    {},
    [
      problem("database: found nothing; must be an object."),
      problem("entities: found nothing; must be an object."),
    ],
  ],
  "entities of the wrong kind": [withEntities([]), [problem("entities: found a list; must be an object.")]],
  "unknown keys": [
    { database, entites: {}, entities: {}, zzz: 1, "a\nb": 1 },
    [
      problem(
        'entites: unknown key "entites"; allowed: $schema, database, entities, auth, server, endpoints, operations, admin, batch, changes, mcp, openapi, webhooks, strictBody. Did you mean "entities"?',
      ),
      problem(
        'zzz: unknown key "zzz"; allowed: $schema, database, entities, auth, server, endpoints, operations, admin, batch, changes, mcp, openapi, webhooks, strictBody.',
      ),
      problem(
        '"a\\nb": unknown key "a\\nb"; allowed: $schema, database, entities, auth, server, endpoints, operations, admin, batch, changes, mcp, openapi, webhooks, strictBody.',
      ),
    ],
  ],
  "changes of entities that have none": [
    {
      database,
      entities: {
        note: openEntity({ title: field("string") }),
        view: { fields: { a: field("int") }, primaryKey: [], isReadOnly: true, permissions: {} },
      },
      changes: { entities: ["notes", "note", "Note", "view"], table: "note" },
    },
    [
      problem('changes.entities.0: there is no entity "notes". Did you mean "note"?'),
      problem('changes.entities.2: "Note" is named twice.'),
      problem('changes.entities.3: the entity "view" is read-only: this server never changes its records.'),
      problem('changes.table: the table "note" is used already.'),
    ],
  ],
  "changes without a list of entities": [
    { database, entities: {}, changes: true },
    [problem("changes: found true; must be false or an object of its options.")],
  ],
  "a wrong database": [
    {
      entities: {},
      database: {
        dialect: "sqlit",
        name: "",
        password: 12_345,
        pool: { most: 1 },
        lockTimeout: -1,
        port: 65_536,
      },
    },
    [
      problem(
        'database.dialect: found "sqlit"; allowed: "mssql", "sqlite", "postgres", "mysql". Did you mean "sqlite"?',
      ),
      problem('database.name: found ""; must not be empty.'),
      problem("database.port: found 65536; must be at most 65535."),
      problem("database.password: found something else; must be text."),
      problem(
        'database.pool.most: unknown key "most"; allowed: max, min, waitTimeout, maxQueue, idleTimeout.',
      ),
      problem("database.lockTimeout: found -1; must be at least 0."),
    ],
  ],
  "a missing name of the file": databaseMistake(
    { dialect: "sqlite" },
    'database.name: is required: the path of the file, or ":memory:".',
  ),
  "a missing name of the database": databaseMistake(
    { dialect: "postgres", host: "h" },
    "database.name: is required: the name of the database.",
  ),
  "a connection string of SQLite": databaseMistake(
    { dialect: "sqlite", connectionString: "file:x" },
    'database.connectionString: is not for SQLite: give the path of the file as "name".',
  ),
  "a connection string together with options that it includes": databaseMistake(
    {
      dialect: "mssql",
      connectionString: "Server=h",
      name: "n",
      host: "h",
      port: 1,
      userName: "u",
      password: "p",
    },
    ...["name", "host", "port", "userName", "password"].map(
      (option) => `database.${option}: is part of "connectionString" already: remove one of the two.`,
    ),
  ),
  "options of SQL Server for another database": databaseMistake(
    {
      dialect: "mysql",
      name: "n",
      instanceName: "i",
      authentication: { type: "ntlm" },
    },
    ...["instanceName", "authentication"].map(
      (option) => `database.${option}: is for the dialect "mssql" only, and this is "mysql".`,
    ),
  ),
  "an option that was replaced": databaseMistake(
    { dialect: "mssql", name: "n", readsFromReplica: true },
    'database.readsFromReplica: is now "replicas": name the listener or the replicas in "replicas.servers", or remove the option.',
  ),
  "replicas of a file": databaseMistake(
    { dialect: "sqlite", name: "n", replicas: { servers: [{ host: "h" }] } },
    "database.replicas: is not for SQLite: its database is a file of this server.",
  ),
  "replicas without a server, or with too little lag": databaseMistake(
    { dialect: "postgres", name: "n", replicas: { servers: [], maxLag: 10 } },
    "database.replicas.servers: found a list; must have at least one item.",
    "database.replicas.maxLag: found 10; must be at least 100.",
  ),
  "replicas that are not servers": databaseMistake(
    { dialect: "postgres", name: "n", replicas: { servers: [5, { password: 7, name: "n" }, ""] } },
    "database.replicas.servers.0: found something else; must be a URL or { host?, port?, userName?, password? }.",
    "database.replicas.servers.1.password: found something else; must be text.",
    'database.replicas.servers.1.name: unknown key "name"; allowed: host, port, instanceName, userName, password.',
    "database.replicas.servers.2: found something else; must not be empty.",
  ),
  "replicas by a URL of another kind of database, or by no URL": databaseMistake(
    {
      dialect: "postgres",
      name: "n",
      replicas: {
        servers: ["mysql://u:secret@h/n", "replica-2:5432", "redis://h/n", "SQLServer://h/n", "Server=h"],
      },
    },
    ...[
      "is a URL of MySQL, and not of PostgreSQL: write postgres://host/database.",
      "is no URL of PostgreSQL: write postgres://host/database.",
      "is no URL of PostgreSQL: write postgres://host/database.",
      "is a URL of SQL Server, and not of PostgreSQL: write postgres://host/database.",
      "is no URL of PostgreSQL: write postgres://host/database.",
    ].map((message, index) => `database.replicas.servers.${index}: ${message}`),
  ),
  "replicas of another database": databaseMistake(
    {
      dialect: "mssql",
      connectionString: "Server=h;Initial Catalog=shop;User Id=u;Password=database=x",
      replicas: {
        servers: [
          "mssql://h/other",
          "sqlserver://h:1433;databaseName={oth;er};user=u",
          "jdbc:sqlserver://h;database=Shop",
          "Server=h;Database=other",
          "mssql://h/shop?encrypt=true",
          { host: "h2" },
        ],
      },
    },
    ...[
      [0, "other"],
      [1, "oth;er"],
      [3, "other"],
    ].map(
      ([index, name]) =>
        `database.replicas.servers.${String(index)}: names the database "${String(name)}", and the primary has "shop": a replica has the same database.`,
    ),
  ),
  "a connection string of another kind of database": databaseMistake(
    { dialect: "postgres", connectionString: "mysql://u:secret@h/n" },
    "database.connectionString: is a URL of MySQL, and not of PostgreSQL: write postgres://host/database.",
  ),
  "an option of PostgreSQL for another database": databaseMistake(
    { dialect: "mysql", name: "n", pooler: "transaction" },
    'database.pooler: is for the dialect "postgres" only, and this is "mysql".',
  ),
  "an option of MySQL for another database": databaseMistake(
    { dialect: "postgres", name: "n", consistency: "session" },
    'database.consistency: is for the dialect "mysql" only, and this is "postgres".',
  ),
  "an instance with a port": databaseMistake(
    { dialect: "mssql", name: "n", instanceName: "i", port: 1 },
    'database.instanceName: an instance is found by its name or its "port": remove one of the two.',
  ),
  "two ways to log in": databaseMistake(
    { dialect: "mssql", name: "n", authentication: { type: "ntlm" }, userName: "u" },
    'database.authentication: replaces "userName" and "password": remove them.',
  ),
  "a pool that is too large": databaseMistake(
    { dialect: "mysql", name: "n", pool: { min: 3, max: 2 } },
    'database.pool.min: found 3, more than the 2 of "pool.max".',
  ),
  "a wrong server": [
    { database, entities: {}, strictBody: "yes", server: { hots: "x", maxTake: 0, maxBodyBytes: 1e12 } },
    [
      problem("server.maxTake: found 0; must be at least 1."),
      problem("server.maxBodyBytes: found 1000000000000; must be at most 104857600."),
      problem(
        'server.hots: unknown key "hots"; allowed: host, maxTake, maxSkip, maxBodyBytes, maxStreamBytes, maxAffected, maxJsonDepth, maxJsonKeys, defaultTake, defaultNestedTake, maxDepth, maxRecords, cursorKey, maxUrlBytes, maxHeaderBytes, maxConditionLength, maxConditionTerms, maxConditionValueLength, maxResponseBytes, headersTimeout, requestTimeout, keepAliveTimeout, stallTimeout, maxConnections, maxEventLoopDelay, rateLimit, trustProxy, publicUrl, cors, compression, log, metrics, audit, idempotency, requirePrecondition, startsWithoutDatabase, shutdownDelay, shutdownTimeout. Did you mean "host"?',
      ),
      problem('strictBody: found "yes"; must be true or false.'),
    ],
  ],
  "options of the server of the wrong kind": [
    { database, entities: {}, server: { trustProxy: true, metrics: { token: "too short" } } },
    [
      problem("server.trustProxy: found true; must be the number of proxies."),
      problem("server.metrics.token: found something else; must have at least 16 characters."),
    ],
  ],
  ...Object.fromEntries(
    [
      "shop",
      "//example.com/shop",
      "https://h/x?y",
      "https://h#x",
      "ftp://h",
      "/caf\u00e9",
      "https://",
      "",
    ].map((publicUrl) => [
      `a public URL that is none: ${publicUrl}`,
      [
        { database, entities: {}, server: { publicUrl } },
        [
          problem(
            `server.publicUrl: found "${publicUrl}"; must be a URL or a path without a query, such as https://example.com/shop or /shop.`,
          ),
        ],
      ] as const,
    ]),
  ),
  ...Object.fromEntries(
    ["", "300.1.1.1", "my host", "http://127.0.0.1", "localhost:80"].map((host) => [
      `an address to listen on that is none: ${host}`,
      [
        { database, entities: {}, server: { host } },
        [
          problem(
            `server.host: found "${host}"; must be an IP address or a host name, such as 127.0.0.1, 0.0.0.0 or localhost.`,
          ),
        ],
      ] as const,
    ]),
  ),
  "limits that exceed the limit of the whole": [
    {
      database,
      entities: {},
      server: {
        headersTimeout: 2,
        requestTimeout: 1,
        maxUrlBytes: 16_385,
        maxConditionLength: 1_024,
        maxConditionValueLength: 1_025,
      },
    },
    [
      problem('server.headersTimeout: found 2, more than the 1 of "requestTimeout".'),
      problem('server.maxUrlBytes: found 16385, more than the 16384 of "maxHeaderBytes".'),
      problem('server.maxConditionValueLength: found 1025, more than the 1024 of "maxConditionLength".'),
    ],
  ],
  "limits that equal the limit of the whole": [
    {
      database,
      entities: {},
      server: { requestTimeout: 1, maxHeaderBytes: 1_024, maxConditionLength: 1 },
    },
    [],
  ],
  "origins that no browser sends": [
    {
      database,
      entities: {},
      server: {
        cors: {
          origins: [
            "https://a.example",
            "http://localhost:3000",
            "https://a.example/",
            "https://b.example/path",
            "https://B.example",
            "https://b.example:443",
            "null",
            "*",
            "https://*.example",
            "b.example",
            "ftp://b.example",
            "https://u:p@b.example",
            "",
            "https://a.example",
          ],
        },
      },
    },
    [
      problem(`server.cors.origins.2: ${found("https://a.example/", "https://a.example")}`),
      problem(`server.cors.origins.3: ${found("https://b.example/path", "https://b.example")}`),
      problem(`server.cors.origins.4: ${found("https://B.example", "https://b.example")}`),
      problem(`server.cors.origins.5: ${found("https://b.example:443", "https://b.example")}`),
      problem(
        'server.cors.origins.6: browsers send "null" for local files and sandboxed pages, whose author is unknown: it cannot be allowed.',
      ),
      problem('server.cors.origins.7: every site is allowed by origins: "*", without a list.'),
      ...["https://*.example", "b.example", "ftp://b.example", "https://u:p@b.example", ""].map(
        (origin, index) => problem(`server.cors.origins.${index + 8}: ${notAnOrigin(origin)}`),
      ),
      problem("server.cors.origins.13: is there twice."),
    ],
  ],
  "credentials for every origin": [
    { database, entities: {}, server: { cors: { origins: "*", credentials: true } } },
    [
      problem(
        'server.cors.credentials: cannot be true for every site: name the sites in "origins", or remove it.',
      ),
    ],
  ],
  "limits of callers that cannot exist": [
    { database, entities: {}, server: { rateLimit: { callers: rate, logins: rate } } },
    [
      problem(
        'server.rateLimit.callers: without "auth" all callers are anonymous: remove it, or limit "addresses".',
      ),
      problem('server.rateLimit.logins: there are no log-ins without "auth.secretKey": remove it.'),
    ],
  ],
  "limits that are switched off for callers that cannot exist": [
    {
      database,
      entities: {},
      server: { rateLimit: { callers: false, logins: false }, cors: { origins: "*", credentials: false } },
    },
    [],
  ],
  "an address that is not a Redis": [
    { database, entities: {}, server: { rateLimit: { redis: "http://user:hush@localhost" } } },
    [
      problem(
        'server.rateLimit.redis: must be an address such as "redis://localhost:6379" or "rediss://user:password@host:6380/0".',
      ),
    ],
  ],
  "entities that differ by case": [
    withEntities({ post: openEntity({}), POST: openEntity({}, { table: "other" }) }),
    [
      problem(
        'entities.POST: the entity names "post" and "POST" differ only by case; names are matched without regard to case.',
      ),
    ],
  ],
  "entities that share a table": [
    withEntities({
      a: openEntity({}),
      b: openEntity({}, { table: "A" }),
      c: openEntity({}, { table: "a", schema: "x" }),
    }),
    [problem('entities.b.table: the table "A" is used already.')],
  ],
};

const hostileNames: readonly (readonly [name: string, place: string, mistake: string])[] = [
  ["__proto__", "__proto__", "is a name that every JavaScript object inherits; choose another."],
  ["constructor", "constructor", "is a name that every JavaScript object inherits; choose another."],
  ["toString", "toString", "is a name that every JavaScript object inherits; choose another."],
  ["HASOWNPROPERTY", "HASOWNPROPERTY", "is a name that every JavaScript object inherits; choose another."],
  ["prototype", "prototype", "is a name that every JavaScript object inherits; choose another."],
  ["", '""', IDENTIFIER],
  [" ", '" "', IDENTIFIER],
  ["a b", '"a b"', IDENTIFIER],
  ["1st", "1st", IDENTIFIER],
  ["_a", "_a", IDENTIFIER],
  ["$a", "$a", IDENTIFIER],
  ["a-b", "a-b", IDENTIFIER],
  ["a.b", '"a.b"', IDENTIFIER],
  ["a/b", '"a/b"', IDENTIFIER],
  ["..", '".."', IDENTIFIER],
  ["a'b", '"a\'b"', IDENTIFIER],
  ['a"b', '"a\\"b"', IDENTIFIER],
  ["a`b", '"a`b"', IDENTIFIER],
  ["${x}", '"${x}"', IDENTIFIER],
  ["a\nb", '"a\\nb"', IDENTIFIER],
  ["*/", '"*/"', IDENTIFIER],
  ["\u2028", '"\u2028"', IDENTIFIER],
  ["\0", '"\\u0000"', IDENTIFIER],
  ["\ud800", '"\\ud800"', IDENTIFIER],
  ["ä", '"ä"', IDENTIFIER],
  ["日本", '"日本"', IDENTIFIER],
  ["\u{1f600}", '"\u{1f600}"', IDENTIFIER],
  ["\u212a", '"\u212a"', IDENTIFIER],
  ["; DROP TABLE x", '"; DROP TABLE x"', IDENTIFIER],
  ["x".repeat(64), `"${"x".repeat(60)}…"`, "has 64 characters; 63 are allowed."],
  ["x".repeat(300), `"${"x".repeat(60)}…"`, "has 300 characters; 63 are allowed."],
];

it.each([
  [
    { dialect: "sqlite", name: "x" },
    field("datetime", { precision: 10 }),
    "precision",
    '"sqlite" keeps at most 9 digits of a second',
  ],
  [
    { dialect: "postgres", host: "h", name: "x", userName: "u" },
    field("datetime", { precision: 7 }),
    "precision",
    '"postgres" keeps at most 6 digits of a second',
  ],
  [
    { dialect: "mysql", host: "h", name: "x", userName: "u" },
    field("time", { precision: 7 }),
    "precision",
    '"mysql" keeps at most 6 digits of a second',
  ],
  [
    { dialect: "sqlite", name: "x" },
    field("duration", { precision: 7 }),
    "precision",
    '"sqlite" keeps at most 6 digits of a second',
  ],
  [
    { dialect: "postgres", host: "h", name: "x", userName: "u" },
    field("datetime", { zone: "offset" }),
    "zone",
    'only "mssql" and "sqlite" can keep it',
  ],
  [
    { dialect: "sqlite", name: "x" },
    field("datetime", { zone: "offset", isUnique: true }),
    "zone",
    "the same instant could be there twice",
  ],
  [
    { dialect: "sqlite", name: "x" },
    field("time", { zone: "offset" }),
    "zone",
    'has no type for a "time" with its offset, only "postgres" can keep it',
  ],
  [
    { dialect: "mysql", host: "h", name: "x", userName: "u" },
    field("decimal", { precision: "unlimited" }),
    "precision",
    '"mysql" keeps at most 65 digits of a decimal',
  ],
  [
    { dialect: "mysql", host: "h", name: "x", userName: "u" },
    field("decimal", { precision: 40, scale: 31 }),
    "scale",
    '"mysql" keeps at most 30 digits after the point',
  ],
  [
    { dialect: "postgres", host: "h", name: "x", userName: "u" },
    field("date", { storedAs: "any" }),
    "storedAs",
    'is for the dialect "sqlite" only',
  ],
])("a value that a column of %j cannot store is a mistake", (database, kept, option, words) => {
  const entities = { e: { fields: { f: kept }, permissions: {} } };
  expect(checkConfig({ database, entities })).toEqual([
    { path: `entities.e.fields.f.${option}`, message: expect.stringContaining(words) as string },
  ]);
});

describe("one mistake", () => {
  it.each(Object.entries(entityMistakes))(
    "a mistake of an entity is explained: %s",
    (_, [entity, problems]) => {
      expect(checkConfig(withEntities({ e: entity }))).toEqual(problems);
    },
  );

  it.each(Object.entries(wholes))(
    "a mistake of a whole configuration is explained, and no other is found: %s",
    (_, [config, problems]) => {
      expect(checkConfig(config)).toEqual(problems);
    },
  );

  it.each(hostileNames)("the name %j is a mistake for an entity and for a field", (name, place, mistake) => {
    const named = (value: unknown) =>
      JSON.parse(JSON.stringify({ name: value }).replace('"name"', JSON.stringify(name))) as object;
    const ofEntity = checkConfig(withEntities(named(openEntity({}, { table: "t" }))));
    const shown = name.length > 63 ? `"${name.slice(0, 60)}…"` : JSON.stringify(name);
    expect(ofEntity).toEqual([problem(`entities.${place}: the entity name ${shown} ${mistake}`)]);
    const ofField = checkConfig(
      withEntities({ e: { ...openEntity({}), fields: named(field("int", { column: "c" })) } }),
    );
    expect(ofField).toEqual([problem(`entities.e.fields.${place}: the field name ${shown} ${mistake}`)]);
  });

  it.each(["con", "PRN", "aux", "nul", "com1", "LPT9"])(
    "the entity name %s, which is a device on Windows, is a mistake",
    (name) => {
      expect(checkConfig(withEntities({ [name]: openEntity({}) }))).toEqual([
        problem(`entities.${name}: the entity name "${name}" is a name that Windows keeps for devices.`),
      ]);
      expect(checkConfig(withEntities({ e: openEntity({ [name]: field("int") }) }))).toEqual([]);
    },
  );
});

describe("many mistakes", () => {
  it("many mistakes of a configuration are all listed at once, each with its place", () => {
    const numbered = Object.values(entityMistakes).map(([entity, problems], index) => {
      const name = `e${index}`;
      const moved = JSON.parse(
        JSON.stringify(problems).replaceAll('"path":"entities.e', `"path":"entities.${name}`),
      ) as ConfigProblem[];
      return { name, entity: renameTarget(entity, name), problems: moved };
    });
    // Messages that list the other entities differ here, because there are more of them: only paths are compared.
    const problems = checkConfig({
      database: { dialect: "sqlite", name: 5 },
      entities: Object.fromEntries(numbered.map(({ name, entity }) => [name, entity])),
      nope: true,
    });
    const pathsOf = (list: readonly ConfigProblem[]) => list.map(({ path }) => path).sort();
    expect(pathsOf(problems)).toEqual(
      pathsOf([problem("database.name: "), problem("nope: "), ...numbered.flatMap((each) => each.problems)]),
    );
    expect(problems.length).toBeGreaterThan(70);
  });

  it("the mistakes of a configuration are thrown as one error with a list of them", () => {
    const config = withEntities({ e: { fields: { f: field("strin" as "string") }, permissions: {}, x: 1 } });
    const error = thrownBy(() => new DataApi(config as unknown as Config));
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).problems).toEqual(checkConfig(config));
    expect(String(error)).toBe(
      [
        "ConfigError: The configuration has 2 mistakes:",
        `  - entities.e.fields.f.type: found "strin"; allowed: ${TYPES}. Did you mean "string"?`,
        '  - entities.e.x: unknown key "x"; allowed: fields, permissions, primaryKey, foreignKeys, isReadOnly, resolveForeignKeys, table, schema, description, renamedFrom, systemFields, maxBodyBytes, readValidator, writeValidator, hooks.',
      ].join("\n"),
    );
    expect(String(thrownBy(() => new DataApi(null as unknown as Config)))).toBe(
      "ConfigError: The configuration has 1 mistake:\n  - found null; must be an object.",
    );
  });

  it("the mistakes of a configuration never contain a password, nor very long values", () => {
    const secret = "correct horse battery staple";
    const problems = checkConfig({
      database: { dialect: "x".repeat(500), name: "x", password: { secret } },
      entities: {},
    });
    expect(JSON.stringify(problems)).not.toContain("horse");
    expect(JSON.stringify(problems)).not.toContain("xxxxx");
  });

  it("the mistakes of a configuration never contain a secret of a wrong type", () => {
    const secret = 48_151_623;
    const replicas = { servers: [secret, { password: secret }] };
    const problems = checkConfig({
      database: { dialect: "postgres", name: "x", password: secret, replicas },
      auth: { secretKey: secret, salt: secret },
      server: { cursorKey: secret, metrics: { token: secret } },
      entities: {},
    });
    expect(problems.map(({ path }) => path).toSorted()).toEqual([
      "auth.salt",
      "auth.secretKey",
      "database.password",
      "database.replicas.servers.0",
      "database.replicas.servers.1.password",
      "server.cursorKey",
      "server.metrics.token",
    ]);
    expect(JSON.stringify(problems)).not.toContain(String(secret));
  });

  it("the check of a configuration does not throw, for an odd value of any option", () => {
    expect(options.length).toBeGreaterThan(300);
    for (const { path } of options) {
      const [config, place] = firstUseOf(path);
      for (const odd of [null, undefined, 0, "x", [], {}, () => 1]) {
        const wrong = changedAt(config, place.split("."), odd);
        expect(() => checkConfig(wrong), `${path}: ${typeof odd}`).not.toThrow();
      }
    }
  });

  it("the check of a configuration does not throw, for odd values at several places at once", () => {
    const oddities = [
      null,
      undefined,
      0,
      "",
      "x",
      true,
      [],
      {},
      () => 1,
      Symbol("x"),
      5n,
      new Date(),
      new Map(),
    ];
    for (const odd of oddities) {
      for (const config of [
        odd,
        { database: odd, entities: odd, server: odd, strictBody: odd },
        withEntities({ e: odd, "a b": odd, __x: odd }),
        withEntities({ e: { fields: odd, permissions: odd, table: odd, systemFields: odd } }),
        withEntities({ e: { fields: { f: odd, "a b": odd }, permissions: { read: odd } } }),
        withEntities({
          "a b": { fields: { "c d": { type: odd, foreignKey: odd, values: odd, default: odd } } },
        }),
        withEntities({
          e: openEntity({
            f: { ...field("int"), values: [odd as null], default: odd, column: odd as string },
          }),
        }),
        { database, auth: odd, entities: { e: { ...openEntity({}), hooks: odd } } },
        { database, auth: { secretKey: odd, jwt: odd, identify: odd }, entities: { user: odd } },
        withEntities({
          e: { fields: {}, permissions: { read: [odd, { role: odd, where: odd, fields: odd }] } },
        }),
        withEntities({
          e: { fields: {}, permissions: { read: [{ role: "owner", fields: { include: [odd] } }] } },
        }),
        JSON.parse(
          '{"entities":{"__proto__":{"fields":{"f":5,"__proto__":5}}},"__proto__":{"database":1}}',
        ) as unknown,
      ]) {
        expect(() => checkConfig(config)).not.toThrow();
      }
    }
  });
});

describe("a configuration without a mistake", () => {
  it.each(["select", "class", "default", "null", "then", "a".repeat(63), "Z", "a1_"])(
    "an entity and a field may have the name %s",
    (name) => {
      expect(checkConfig(withEntities({ [name]: openEntity({ [name]: field("int") }) }))).toEqual([]);
    },
  );

  it("a configuration with odd names in the database and odd descriptions has no mistake", () => {
    const config = {
      $schema: "./schema.json",
      database: { ...database, host: "h", port: 1, userName: "u", password: "p", lockTimeout: 0 },
      server: { host: "127.0.0.1", maxTake: 1, maxBodyBytes: 1 },
      strictBody: true,
      entities: {
        tag: openEntity({}, { systemFields: { id: "uuid", createdat: false, updatedat: false } }),
        post: openEntity(
          {
            tag: field("uuid", { foreignKey: { targetEntityName: "TAG", resolvedEntityName: "theTag" } }),
            parent: field("bigint", {
              foreignKey: { targetEntityName: "post", resolvedEntityName: "above" },
            }),
            none: field("int", { foreignKey: null }),
            price: field("decimal", { precision: 5, scale: 0, values: ["1.0", 2], default: 1 }),
            note: field("string", {
              maxLength: 4000,
              default: null,
              isIgnoredOnCreate: true,
              description: "*/ `${x}`",
            }),
            odd: field("int", { column: 'a "b" ]c` `; --' }),
          },
          {
            table: 'odd "table"',
            description: "x",
            maxBodyBytes: 100,
            readValidator: () => "id>0",
            writeValidator: () => true,
          },
        ),
      },
    };
    expect(checkConfig(config)).toEqual([]);
  });

  it("configurations that together use every option of the shape have no mistakes", () => {
    const configs = Object.values(wholeConfigs);
    for (const config of configs) expect(checkConfig(config)).toEqual([]);
    const unused = options.filter(({ path }) =>
      configs.every((config) => placesOf(config, path).length === 0),
    );
    expect(unused.map(({ path }) => path)).toEqual([]);
  });
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

/** The same entity, whose foreign keys to itself use its new name. */
function renameTarget(entity: unknown, name: string): unknown {
  if (typeof entity !== "object" || entity === null || !("fields" in entity)) return entity;
  const { fields } = entity;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return entity;
  const renamed = Object.entries(fields as Record<string, unknown>).map(([key, value]) => {
    const { foreignKey } = (value ?? {}) as { foreignKey?: { targetEntityName?: unknown } };
    if (typeof foreignKey?.targetEntityName !== "string" || foreignKey.targetEntityName === "ee")
      return [key, value];
    return [key, { ...(value as object), foreignKey: { ...foreignKey, targetEntityName: name } }];
  });
  return { ...entity, fields: Object.fromEntries(renamed) as unknown };
}

it("a field stored as a row version must be read-only", () => {
  const version = field("bytes", { storedAs: "rowversion", isRequired: true, default: "AA==" });
  const entities = { e: { fields: { version }, permissions: {} } };
  expect(checkConfig({ database: { dialect: "mssql", name: "x" }, entities })).toEqual(
    [
      ["isEditable", 'a field with the storedAs "rowversion" is read-only: set it to false.'],
      ["isIgnoredOnCreate", 'a field with the storedAs "rowversion" is read-only: set it to true.'],
      ["isRequired", 'a create cannot supply a field with the storedAs "rowversion": set it to false.'],
      ["default", 'a field with the storedAs "rowversion" is read-only and has no default.'],
    ].map(([option, message = ""]) => problem(`entities.e.fields.version.${option ?? ""}: ${message}`)),
  );
});
