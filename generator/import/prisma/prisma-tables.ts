import { unnamedIndex } from "../../../runtime/database/schema/stored/find-stored.js";
import type {
  StoredColumn,
  StoredForeignKey,
  StoredIndex,
} from "../../../runtime/database/schema/stored/stored-schema.js";
import { keyOfColumns, type ImportTable } from "../imported.js";
import { prismaColumn, isClientUuid } from "./prisma-columns.js";
import { joinTables } from "./prisma-join-tables.js";
import {
  columnFields,
  prismaFieldsIn,
  keyFields,
  otherEnd,
  ownRelation,
  schemaOf,
  type PrismaNames,
} from "./prisma-names.js";
import { notesOf } from "./prisma-notes.js";
import {
  argumentOf,
  attributeOf,
  namedArgument,
  storedName,
  prismaText,
  type Attribute,
  type PrismaField,
  type PrismaModel,
} from "./prisma-schema.js";

/** The tables of a schema, as `prisma migrate` creates them. */
export function prismaTables(names: PrismaNames): readonly ImportTable[] {
  const models = [...names.models.values()].filter((model) => attributeOf(model, "ignore") === undefined);
  return [...models.map((model) => describeModel(model, names)), ...joinTables(models, names)];
}

function describeModel(model: PrismaModel, names: PrismaNames): ImportTable {
  const fields = columnFields(model, names);
  const keys = keyFields(model);
  const isCounted = (name: string) =>
    names.provider.countsIntKeys && keys.length === 1 && keys[0]?.name === name && keys[0].type === "Int";
  const columns = fields.map((field): StoredColumn => {
    const column = prismaColumn(field, names);
    // The server generates the key, as Prisma's client did. A column of another type may contain any text.
    const isMade = keys.length === 1 && keys[0] === field && isClientUuid(field, column);
    return {
      ...column,
      ...(isMade && { default: "uuid()" }),
      ...(isCounted(field.name) && { generated: "identity" as const }),
    };
  });
  const indexes = indexesOf(model, names);
  const relations = relationsOf(model, names);
  return {
    schema: schemaOf(model, names),
    name: storedName(model),
    ...(model.description !== undefined && { description: model.description }),
    isView: model.isView,
    columns,
    primaryKey: keys.map(storedName),
    indexes,
    foreignKeys: relations.map(({ key }) => key),
    hints: {
      entityName: model.name,
      fieldNames: new Map(fields.map((field) => [storedName(field), field.name])),
      resolvedNames: new Map(relations.map(({ key, field }) => [keyOfColumns(key.columns), field.name])),
      inverseNames: new Map(
        relations.flatMap(({ key, field }) => {
          const back = otherEnd(field, model, names);
          return back === undefined ? [] : [[keyOfColumns(key.columns), back.name] as const];
        }),
      ),
      leftOut: new Map(
        fields
          .filter((field) => attributeOf(field, "ignore") !== undefined)
          .map((field) => [storedName(field), "it has @ignore"]),
      ),
      notes: notesOf(model, names),
    },
  };
}

function indexesOf(model: PrismaModel, names: PrismaNames): readonly StoredIndex[] {
  const ofFields = columnFields(model, names)
    .filter((field) => attributeOf(field, "unique") !== undefined)
    .map((field) => unnamedIndex([storedName(field)], "unique"));
  const ofModel = model.attributes
    .filter(({ name }) => name === "unique" || name === "index")
    .flatMap((attribute): readonly StoredIndex[] => {
      const list = argumentOf(attribute, "fields");
      if (list === undefined) return [];
      const columns = prismaFieldsIn(list, model).map(storedName);
      return [
        unnamedIndex(columns, attribute.name === "unique" ? "unique" : "ordinary", isPartial(attribute)),
      ];
    });
  return [...ofFields, ...ofModel];
}

/** Whether the index excludes rows, or only covers the beginning of texts. */
function isPartial(attribute: Attribute): boolean {
  const list = argumentOf(attribute, "fields");
  const items = list?.kind === "list" ? list.items : [];
  const isCut = items.some(
    (item) => item.kind === "call" && item.arguments.some(({ name }) => name === "length"),
  );
  return isCut || namedArgument(attribute, "where") !== undefined;
}

/** The relations of which the model has the foreign key. */
function relationsOf(
  model: PrismaModel,
  names: PrismaNames,
): readonly { readonly field: PrismaField; readonly key: StoredForeignKey }[] {
  return model.fields.flatMap((field) => {
    const relation = ownRelation(field);
    const [list, references] = [namedArgument(relation, "fields"), namedArgument(relation, "references")];
    if (list === undefined) return [];
    const columns = prismaFieldsIn(list, model).map(storedName);
    const target = names.models.get(field.type);
    if (target === undefined) return [];
    const targets = references === undefined ? keyFields(target) : prismaFieldsIn(references, target);
    const key = {
      name: prismaText(namedArgument(relation, "map")) ?? "",
      columns,
      targetSchema: schemaOf(target, names),
      targetTable: storedName(target),
      targetColumns: targets.map(storedName),
    };
    return [{ field, key }];
  });
}
