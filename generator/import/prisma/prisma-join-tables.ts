import { unnamedIndex } from "../../../runtime/database/schema/stored/find-stored.js";
import type { StoredColumn, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";
import { keyOfColumns, type ImportTable } from "../imported.js";
import { plural } from "../name-inverses.js";
import { prismaColumn } from "./prisma-columns.js";
import { keyFields, ownRelation, relationName, schemaOf, type PrismaNames } from "./prisma-names.js";
import { attributeOf, storedName, type PrismaField, type PrismaModel } from "./prisma-schema.js";

/** The two lists of an implicit many-to-many relation, in the order of their columns `A` and `B`. */
type Ends = readonly [PrismaEnd, PrismaEnd];

interface PrismaEnd {
  readonly model: PrismaModel;
  readonly field: PrismaField;
}

/**
 * The tables of implicit many-to-many relations, which have no model
 * (prisma.io/docs/orm/prisma-schema/data-model/relations/many-to-many-relations).
 */
export function joinTables(models: readonly PrismaModel[], names: PrismaNames): readonly ImportTable[] {
  return models.flatMap((model) =>
    model.fields.flatMap((field) => {
      const ends = endsOf({ model, field }, models);
      return ends?.[0].field === field ? [joinTable(ends, names)] : [];
    }),
  );
}

function endsOf({ model, field }: PrismaEnd, models: readonly PrismaModel[]): Ends | undefined {
  const isIgnored = attributeOf(field, "ignore") !== undefined;
  const other = models.find(({ name }) => name === field.type);
  if (!field.isList || other === undefined || isIgnored) return undefined;
  const back = other.fields.find(
    (each) =>
      each !== field &&
      each.isList &&
      each.type === model.name &&
      relationName(each) === relationName(field) &&
      ownRelation(each) === undefined,
  );
  if (back === undefined) return undefined;
  const [own, others] = [
    { model, field },
    { model: other, field: back },
  ];
  const isFirst = model === other ? field.name < back.name : model.name < other.name;
  return isFirst ? [own, others] : [others, own];
}

function joinTable([a, b]: Ends, names: PrismaNames): ImportTable {
  const name = relationName(a.field) ?? `${a.model.name}To${b.model.name}`;
  const named = (nameOf: (end: PrismaEnd) => string) =>
    new Map(
      Object.entries({ A: a, B: b }).map(([column, end]) => [
        keyOfColumns([column]),
        `${nameOf(end)}${a.model === b.model ? `_${column}` : ""}`,
      ]),
    );
  return {
    schema: schemaOf(a.model, names),
    name: `_${name}`,
    isView: false,
    columns: [keyColumn("A", a, names), keyColumn("B", b, names)],
    primaryKey: ["A", "B"],
    indexes: [unnamedIndex(["B"], "ordinary")],
    foreignKeys: [foreignKey("A", a, names), foreignKey("B", b, names)],
    hints: {
      entityName: name,
      resolvedNames: named(({ model }) => memberName(model.name)),
      inverseNames: named(() => plural(memberName(name))),
      notes: [
        `The lists "${a.model.name}.${a.field.name}" and "${b.model.name}.${b.field.name}" are the records of this table: "A" is the key of ${a.model.name}, "B" that of ${b.model.name}.`,
      ],
    },
  };
}

/** `BlogPost` → `blogPost` */
function memberName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function keyColumn(name: string, { model }: PrismaEnd, names: PrismaNames): StoredColumn {
  const [key] = keyFields(model);
  // Prisma accepts such a relation only between models with a key of one field.
  const column = key === undefined ? { type: "" } : prismaColumn(key, names);
  return {
    ...column,
    name,
    isNullable: false,
    default: undefined,
    defaultText: undefined,
    generated: undefined,
  };
}

function foreignKey(
  column: string,
  { model }: PrismaEnd,
  names: PrismaNames,
): StoredTable["foreignKeys"][number] {
  return {
    name: "",
    columns: [column],
    targetSchema: schemaOf(model, names),
    targetTable: storedName(model),
    targetColumns: keyFields(model).map(storedName),
  };
}
