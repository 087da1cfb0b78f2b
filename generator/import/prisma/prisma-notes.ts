import { prismaColumn, isClientUuid, madeByClient } from "./prisma-columns.js";
import { columnFields, keyFields, otherEnd, ownRelation, type PrismaNames } from "./prisma-names.js";
import {
  argumentOf,
  attributeOf,
  storedName,
  type Attribute,
  type PrismaField,
  type PrismaModel,
} from "./prisma-schema.js";

/** The attributes that are carried over, or that only matter to the database. */
const fieldAttributes = ["id", "unique", "default", "updatedAt", "map", "relation", "ignore"];
const modelAttributes = ["id", "unique", "index", "map", "schema", "ignore"];

/** The parts of a model that are not carried over, a sentence each. */
export function notesOf(model: PrismaModel, names: PrismaNames): readonly string[] {
  const fields = columnFields(model, names).filter((field) => attributeOf(field, "ignore") === undefined);
  const keys = keyFields(model);
  const made = fields.filter(
    (field) =>
      madeByClient(field) !== undefined &&
      !(keys.length === 1 && keys[0] === field && isClientUuid(field, prismaColumn(field, names))),
  );
  const updated = fields.filter(
    (field) => attributeOf(field, "updatedAt") !== undefined && storedName(field) !== "updatedat",
  );
  return [
    ...(model.isView
      ? []
      : made.map(
          (field) =>
            `Prisma's client makes "${field.name}" with ${madeByClient(field) ?? ""}(): here a create supplies it.`,
        )),
    ...updated.map(
      ({ name }) =>
        `Prisma's client sets "${name}" at every change (@updatedAt): here the caller supplies it.`,
    ),
    ...fields
      .filter((field) => names.provider.countsIntKeys && field.type !== "Int" && isCounted(field))
      .map(
        ({ name }) => `SQLite does not count up "${name}", only keys of type Int: here a create supplies it.`,
      ),
    ...otherAttributes(model, names),
  ];
}

function isCounted(field: PrismaField): boolean {
  const value = argumentOf(attributeOf(field, "default"), "value");
  return value?.kind === "call" && value.text === "autoincrement";
}

function otherAttributes(model: PrismaModel, { nativePrefix }: PrismaNames): readonly string[] {
  const isOther = ({ name }: Attribute, known: readonly string[]) =>
    !known.includes(name) && !name.startsWith(`${nativePrefix}.`);
  return [
    ...model.fields.flatMap(({ name, attributes }) =>
      attributes
        .filter((attribute) => isOther(attribute, fieldAttributes))
        .map((attribute) => `"@${attribute.name}" of "${name}" is not carried over.`),
    ),
    ...model.attributes
      .filter((attribute) => isOther(attribute, modelAttributes))
      .map((attribute) => `"@@${attribute.name}" is not carried over.`),
  ];
}

/** The parts of the schema that are not carried over, a sentence each. */
export function schemaNotes(names: PrismaNames): readonly string[] {
  const { models, enums, provider } = names;
  const isIgnored = (model: PrismaModel) => attributeOf(model, "ignore") !== undefined;
  const [all, ignored] = [[...models.values()], [...models.values()].filter(isIgnored)];
  const described = all.filter((model) => !isIgnored(model));
  const named = new Set(
    described.flatMap((model) =>
      model.fields
        .filter((field) => ownRelation(field) !== undefined)
        .flatMap((field) => otherEnd(field, model, names) ?? []),
    ),
  );
  const unnamed = described.flatMap((model) =>
    model.fields
      .filter((field) => models.has(field.type) && ownRelation(field) === undefined && !named.has(field))
      .map((field) => `${model.name}.${field.name}`),
  );
  const renamed = [...enums.values()].flatMap(({ name, values }) =>
    values
      .filter((value) => storedName(value) !== value.name)
      .map((value) => `${JSON.stringify(storedName(value))} for ${name}.${value.name}`),
  );
  return [
    ...(unnamed.length === 0
      ? []
      : [
          `Not carried over: relations through a table, or to a model that is left out: ${unnamed.join(", ")}.`,
        ]),
    ...(renamed.length === 0
      ? []
      : [`Enums have the values of the database, and not Prisma's names: ${renamed.join(", ")}.`]),
    ...ignored.map(({ name }) => `The model "${name}" is left out: it has @@ignore.`),
    ...(provider.dialect === "sqlite" &&
    all.some(({ fields }) => fields.some(({ type }) => type === "DateTime"))
      ? [
          `Prisma stores times in SQLite in several forms: storedAs "any" reads all, but compares slowly. Name the form if there is one.`,
        ]
      : []),
  ];
}
