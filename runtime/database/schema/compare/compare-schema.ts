import { fieldTypes } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { dialectFacts } from "../../../model/settings/dialect-facts.js";
import type { TableDialect } from "../schema-dialect.js";
import { columnOf } from "../../sql/column-of.js";
import { compareEnum } from "./compare-enum.js";
import { compareNames } from "./compare-names.js";
import { diffStored, pairsOf, type StoredPair } from "./diff-stored.js";
import { planRenames } from "./plan-renames.js";
import {
  decide,
  toChange,
  type ColumnChange,
  type ComparedColumn,
  type SchemaChange,
} from "../schema-changes.js";
import {
  areColumnsOf,
  columnNamesOf,
  earlyTriggers,
  sameName,
  uniqueIndexes,
} from "../stored/find-stored.js";
import type { StoredColumn, StoredSchema, StoredTable } from "../stored/stored-schema.js";
import { columnAlter } from "./column-alter.js";
import { createTables, onlyYouKnow, foreignKeyPlace } from "../create-tables.js";
import { countsUp, type SchemaEntity, type SchemaModel } from "../schema-entity.js";
import {
  addForeignKey,
  foreignKeysOf,
  neededTypes,
  newColumn,
  type DefinitionContext,
} from "../definitions.js";

/** Plans all changes that make the tables match the configuration, in the order in which they must be done. */
export function compareSchema(
  { tables: entities }: SchemaModel,
  existing: StoredSchema,
  dialect: TableDialect,
): readonly SchemaChange[] {
  const { schema } = dialect;
  if (schema.schemas === undefined) {
    const { title } = dialectFacts[dialect.name];
    const misplaced = entities.flatMap(({ name, schema: place }): SchemaChange[] =>
      place === undefined
        ? []
        : [decide(`The entity "${name}" is in the schema "${place}", but ${title} has no schemas.`)],
    );
    if (misplaced.length > 0) return misplaced;
  }
  const { changes: renames, stored } = planRenames(entities, existing, dialect);
  const { pairs, added } = diffStored(entities, stored, dialect);
  const there = pairs.filter(({ table }) => table.synonymOf === undefined);
  const knownSchemas = new Set(stored.tables.map((table) => table.schema));
  const context: DefinitionContext = {
    entities,
    dialect,
    findStored: ({ name }) => pairs.find(({ entity }) => entity.name === name)?.table,
  };
  return [
    ...renames,
    ...pairs.flatMap(({ entity, table }) => refuseTable(entity, table)),
    ...createTables(added, context, knownSchemas),
    ...(schema.isCaseSensitive === true
      ? there.flatMap(({ entity, table }) => compareNames(entity, table, stored.defaultSchema))
      : []),
    ...there.flatMap((each) => compareColumns(each, context)),
    ...there.flatMap((each) => compareIndexes(each, dialect)),
    ...there.flatMap((each) => compareForeignKeys(each, entities, context)),
  ];
}

/** What a table cannot do that its entity needs. */
function refuseTable(
  { name, table, isReadOnly }: SchemaEntity,
  { synonymOf, takesNoLocks }: StoredTable,
): SchemaChange | readonly [] {
  if (synonymOf !== undefined)
    return decide(
      `"${table}" is a synonym of ${synonymOf}: name that in "table" and "schema" of the entity "${name}", or a view of it if it is in another database.`,
    );
  if (takesNoLocks === true && !isReadOnly)
    return decide(
      `The table "${table}" is memory-optimized and takes no locks, which writes need: set "isReadOnly" of the entity "${name}".`,
    );
  return [];
}

function compareColumns(pair: StoredPair, context: DefinitionContext): readonly SchemaChange[] {
  const { entity, table, columns } = pair;
  // A create cannot set a column of type "other". Snapshots do not tell whether there are creates.
  const isSet = ({ type, isCreatable }: Field) => type !== "other" || isCreatable;
  const own = new Set(entity.fields.filter(isSet).map((field) => columns.formers.get(field)));
  const changes = entity.fields.flatMap((field) => {
    const stored = columns.formers.get(field);
    return stored === undefined
      ? addColumn(pair, field, context)
      : compareColumn({ entity, table, field, stored }, context.dialect);
  });
  if (table.isView || entity.isReadOnly || entity.policy.create.length === 0) return changes;
  // A trigger can fill a column without a field.
  if (earlyTriggers(table).length > 0) return changes;
  const unfilled = table.columns
    .filter(
      (column) =>
        !own.has(column) &&
        !column.isNullable &&
        column.default === undefined &&
        column.generated === undefined &&
        !(table.primaryKey.length === 1 && table.primaryKey[0] === column.name),
    )
    .map(({ name }) =>
      decide(
        `The column "${entity.table}"."${name}" is not null and has no default, but the entity "${entity.name}" has no field for it.`,
      ),
    );
  return [...changes, ...unfilled];
}

function addColumn({ entity, table }: StoredPair, field: Field, context: DefinitionContext): SchemaChange {
  const { dialect } = context;
  const missing = `The column "${entity.table}"."${field.column}" is missing`;
  const known = onlyYouKnow(field);
  if (known !== undefined) return decide(`${missing}, and it has ${known}: add it yourself.`);
  if (table.isView || entity.isReadOnly)
    return decide(`${missing}, and the entity "${entity.name}" is read-only.`);
  if (entity.keys.includes(field)) return decide(`${missing}: a key cannot be added to an existing table.`);
  if (!field.isNullable && (field.default ?? null) === null) {
    const remedy =
      field.system === undefined
        ? `give the field a "default" or make it not required`
        : `add it by hand or switch it off with "systemFields"`;
    return decide(
      `${missing} and cannot be added, because existing records would have no value for it: ${remedy}.`,
    );
  }
  const message = field.system === "ownerid" ? `${missing}. ${OWNER_REMEDY}` : `${missing}.`;
  const statements = [
    ...neededTypes(entity, [field], dialect),
    ...newColumn(entity, field, context),
    ...foreignKeysOf(entity, field).flatMap((each) => addForeignKey(entity, each, context)),
  ];
  return toChange("add", message, statements);
}

/** How a table that is to stay as it is does without owners. */
const OWNER_REMEDY =
  'With "auth", records have an owner. If the table is to stay as it is, say "systemFields: { ownerid: false }" in the entity.';

/** All differences between an existing column and its field. */
export function compareColumn(
  column: ComparedColumn<SchemaEntity>,
  dialect: TableDialect,
): readonly SchemaChange[] {
  const { entity, table, field, stored } = column;
  const place = `The column "${entity.table}"."${stored.name}"`;
  if (stored.isEncrypted === true)
    return [
      decide(
        `${place} is encrypted by Always Encrypted, and data-api has no key for it: remove the field "${field.name}".`,
      ),
    ];
  const isKey = entity.keys.includes(field);
  const needed = typeMistake(column, dialect);
  const ofType =
    needed === undefined
      ? []
      : [`${place} is of type "${typeText(stored)}", the field "${field.name}" needs "${needed}".`];
  const form = needed === undefined ? missingForm(field, stored, dialect) : undefined;
  if (form !== undefined) {
    const message = `${place} is of type "${typeText(stored)}": set the storedAs of the field "${field.name}" to "${form}". Without it, pages that are sorted by the field lose records.`;
    // Or the column becomes a text.
    const [replaced] = compareEnum(column, dialect);
    return [
      replaced === undefined
        ? decide(message)
        : { ...replaced, message: `${replaced.message} ${message}`, isOptional: false },
    ];
  }
  if (table.isView || entity.isReadOnly) return alter(ofType, { type: true, nullability: false });
  // A create may omit a column that the database fills.
  const isFilled = stored.default !== undefined || stored.generated !== undefined;
  const isOfOtherNull =
    !isKey &&
    field.type !== "other" &&
    stored.isNullable !== field.isNullable &&
    !(field.isNullable && isFilled) &&
    field.filledBy !== "trigger";
  const ofNull = isOfOtherNull
    ? [
        `${place} is ${field.isNullable ? "not null" : "nullable"}, the field "${field.name}" is ${field.isNullable ? "not required" : "required"}.`,
      ]
    : [];
  const isInKey = table.primaryKey.some((name) => sameName(name, stored.name));
  const decisions: readonly (readonly [isNeeded: boolean, message: string])[] = [
    [
      isKey !== isInKey && !isKeyByIndex(entity, table),
      isKey
        ? `${place} is not the primary key, the field "${field.name}" is.`
        : `${place} is the primary key, the field "${field.name}" is not.`,
    ],
    [
      field.filledBy === "default" && !isFilled,
      `${place} has no default, but a create may leave the field "${field.name}" to the database.`,
    ],
    [
      isKey && field.filledBy === "default" && isFilled && !canReturn(stored, dialect),
      `${place} has a default, but this database returns only keys that it counts up: a create must supply the field "${field.name}".`,
    ],
    [
      countsUp(entity, field) && !isFilled,
      `${place} does not count up by itself, but a create leaves the field "${field.name}" to the database.`,
    ],
  ];
  return [
    ...alter([...ofType, ...ofNull], { type: needed !== undefined, nullability: isOfOtherNull }),
    ...(needed === undefined ? compareEnum(column, dialect) : []),
    ...decisions.flatMap(([isNeeded, message]) => (isNeeded ? [decide(message)] : [])),
  ];

  /** One change for both type and nullability, because many databases take both in one statement. */
  function alter(messages: readonly string[], change: ColumnChange): readonly SchemaChange[] {
    if (messages.length === 0) return [];
    const message = messages.join(" ");
    const isFixed = isKey || table.isView || entity.isReadOnly || dialect.schema.alter === undefined;
    return [
      isFixed ? decide(message) : columnAlter({ ...column, change }, { message, isOptional: false }, dialect),
    ];
  }
}

/** The `storedAs` that the field needs to be sorted as it is compared. */
function missingForm(field: Field, stored: StoredColumn, dialect: TableDialect): string | undefined {
  if (field.storedAs !== undefined) return undefined;
  const column = columnOf(field, dialect);
  const storedAs = column.formOf?.(stored);
  if (storedAs === undefined) return undefined;
  const { comparable, equals } = columnOf({ ...field, storedAs }, dialect);
  return comparable !== column.comparable && equals === column.equals ? storedAs : undefined;
}

/** Whether a create learns the value of a key that it leaves to the database. */
function canReturn({ generated }: StoredColumn, { writes }: TableDialect): boolean {
  return writes.givesRecord || generated === "identity";
}

/** A unique index over the key's fields identifies records as well as a primary key. */
function isKeyByIndex({ keys }: SchemaEntity, table: StoredTable): boolean {
  return uniqueIndexes(table).some(({ columns }) => areColumnsOf(columns, keys));
}

/** The type that the field needs, if the column's type cannot hold its values. */
function typeMistake(
  { entity, field, stored }: ComparedColumn<SchemaEntity>,
  dialect: TableDialect,
): string | undefined {
  // In SQLite, columns may have no type, as the computed ones of a view: they store every value as it is.
  if (stored.type === "") return undefined;
  if (countsUp(entity, field) && stored.type === dialect.schema.identityType) return undefined;
  const column = columnOf(field, dialect);
  // SQLite columns hold any value, whatever their type.
  if (field.storedAs !== undefined && column.stored.length === 0) return undefined;
  const needed = column.declaration(field);
  const held = column.stored.length === 0 ? dialect.columns[field.type].stored : column.stored;
  // A column of type "other" is read-only, as text.
  if (field.type === "other") return undefined;
  if (!held.includes(stored.type) && column.accepts?.includes(stored.type) !== true) return needed;
  // A wide field can read the values of a narrow column, which is sufficient for a read-only entity.
  if (entity.isReadOnly) return undefined;
  const type = field.of ?? field.type;
  const hasLength = fieldTypes[type].holdsText || type === "bytes";
  const isTooShort =
    hasLength && stored.length !== undefined && stored.length < (field.maxLength ?? Number.POSITIVE_INFINITY);
  const isTooNarrow =
    type === "decimal" &&
    stored.precision !== undefined &&
    ((stored.scale ?? 0) < (field.scale ?? 0) ||
      stored.precision - (stored.scale ?? 0) < (field.precision ?? 0) - (field.scale ?? 0));
  return isTooShort || isTooNarrow ? needed : undefined;
}

/** `varchar(20)` */
export function typeText({ type, length, precision, scale, valuesIn }: StoredColumn): string {
  if (type === "enum") return valuesIn?.name ?? type;
  const [name = type, brackets = ""] = type.split(/(?=\[)/);
  if (length !== undefined) return `${name}(${length})${brackets}`;
  return precision === undefined || precision === Infinity
    ? type
    : `${name}(${precision},${scale ?? 0})${brackets}`;
}

function compareIndexes(
  { entity, table, indexes }: StoredPair,
  { schema }: TableDialect,
): readonly SchemaChange[] {
  if (table.isView || entity.isReadOnly) return [];
  return indexes.added.map((wanted) => {
    const mustBeUnique = wanted.kind === "unique";
    const message = `The ${mustBeUnique ? "unique " : ""}index on "${entity.table}"."${wanted.column}" is missing.`;
    return toChange("add", message, [schema.createIndex(wanted)], !mustBeUnique);
  });
}

function compareForeignKeys(
  { entity, table, columns, foreignKeys }: StoredPair,
  entities: readonly SchemaEntity[],
  context: DefinitionContext,
): readonly SchemaChange[] {
  if (table.isView || entity.isReadOnly) return [];
  return foreignKeys.added.flatMap((foreignKey): readonly SchemaChange[] => {
    const { fields, targetEntityName } = foreignKey;
    const isNew = fields.some((field) => !columns.formers.has(field));
    // A new column brings its own foreign key.
    if (isNew && fields.length === 1) return [];
    const other = table.foreignKeys.find((stored) => areColumnsOf(stored.columns, fields));
    if (other !== undefined) {
      const target = entities.find(({ name }) => name === targetEntityName);
      // A read-only target may be a view of what the constraint refers to.
      if (target?.isReadOnly !== false) return [];
      const [wanted, found] = [
        pairsOf(columnNamesOf(fields), columnNamesOf(target.keys)),
        pairsOf(other.columns, other.targetColumns),
      ].map((pairs) => pairs.join(", "));
      const message = `The foreign key ${wanted} to "${target.table}" exists as ${found} to "${other.targetTable}".`;
      return [decide(message, true)];
    }
    const statements = addForeignKey(entity, foreignKey, context);
    const message = `The foreign key from ${foreignKeyPlace(entity, foreignKey)} to "${targetEntityName}" is missing.`;
    // It is added with its new column, like the foreign key of one field.
    const kind = isNew ? "add" : "addConstraint";
    return statements.length === 0 ? [] : [toChange(kind, message, statements, !isNew)];
  });
}
