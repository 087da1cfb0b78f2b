import { suggestion } from "../../../runtime/errors/nearest.js";
import { quoted } from "../../one-line.js";
import {
  argumentOf,
  attributeOf,
  namedArgument,
  prismaText,
  type Attribute,
  type Expression,
  type PrismaEnum,
  type PrismaField,
  type PrismaModel,
  type PrismaSchema,
} from "./prisma-schema.js";
import { prismaScalars, type PrismaProvider, type PrismaScalar } from "./prisma-provider.js";
import { mistakeAt, type TokenPlace } from "./prisma-tokens.js";

/** A schema whose names are resolved. */
export interface PrismaNames {
  readonly provider: PrismaProvider;
  /** The prefix of `@db` attributes: the name of the datasource. */
  readonly nativePrefix: string;
  readonly models: ReadonlyMap<string, PrismaModel>;
  readonly enums: ReadonlyMap<string, PrismaEnum>;
}

/** Checks that all names exist and are unique. @throws {CommandError} */
export function resolveNames(
  { models, enums }: PrismaSchema,
  provider: PrismaProvider,
  nativePrefix: string,
): PrismaNames {
  const named = {
    provider,
    nativePrefix,
    models: byName(models, "There are two models or views"),
    enums: byName(enums, "There are two enums"),
  };
  const types = [...prismaScalars, "Unsupported", ...named.models.keys(), ...named.enums.keys()];
  for (const model of models) {
    for (const field of byName(model.fields, `"${model.name}" has two fields`).values()) {
      if (!types.includes(field.type))
        throw mistakeAt(
          field.typePlace,
          `${quoted(field.type)} is neither a type nor a model of the schema.${suggestion(field.type, types)}`,
        );
      if (field.isList && provider.dialect !== "postgres" && !named.models.has(field.type))
        throw mistakeAt(
          field.typePlace,
          `"${field.name}" is a list, and only PostgreSQL has columns with lists.`,
        );
    }
  }
  return named;
}

function byName<T extends { readonly name: string; readonly place: TokenPlace }>(
  items: readonly T[],
  words: string,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const item of items) {
    if (found.has(item.name)) throw mistakeAt(item.place, `${words} called "${item.name}".`);
    found.set(item.name, item);
  }
  return found;
}

/** The fields that a list such as `[authorId, createdAt(sort: Desc)]` names. @throws {CommandError} */
export function prismaFieldsIn(list: Expression, model: PrismaModel): readonly PrismaField[] {
  const items = list.kind === "list" ? list.items : [list];
  return items.map((item) => {
    const name = item.kind === "name" || item.kind === "call" ? item.text : undefined;
    const field = model.fields.find((each) => each.name === name);
    if (field !== undefined) return field;
    const known = model.fields.map((each) => each.name);
    const wrong = name ?? "";
    throw mistakeAt(
      item.place,
      `${quoted(wrong)} is not a field of "${model.name}".${suggestion(wrong, known)}`,
    );
  });
}

/** The scalar of a field that is a column; `undefined` for an enum and for `Unsupported`. */
export function scalarOf({ type }: PrismaField): PrismaScalar | undefined {
  return prismaScalars.find((each) => each === type);
}

export function columnFields(model: PrismaModel, { models }: PrismaNames): readonly PrismaField[] {
  return model.fields.filter(({ type }) => !models.has(type));
}

/** The fields of the primary key, in order. */
export function keyFields(model: PrismaModel): readonly PrismaField[] {
  const list = argumentOf(attributeOf(model, "id"), "fields");
  if (list !== undefined) return prismaFieldsIn(list, model);
  return model.fields.filter((field) => attributeOf(field, "id") !== undefined);
}

/** The schema of `@@schema`, else that of the database. */
export function schemaOf(model: PrismaModel, { provider }: PrismaNames): string | undefined {
  return prismaText(argumentOf(attributeOf(model, "schema"), "map")) ?? provider.defaultSchema;
}

/** The two ends of a relation have the same name, if it has one. */
export function relationName(field: PrismaField): string | undefined {
  return prismaText(argumentOf(attributeOf(field, "relation"), "name"));
}

/** The `@relation` with the fields of the foreign key; `undefined` at the other end. */
export function ownRelation(field: PrismaField): Attribute | undefined {
  const relation = attributeOf(field, "relation");
  return namedArgument(relation, "fields") === undefined ? undefined : relation;
}

/** The other end of a relation: the inverse field of the target. */
export function otherEnd(
  field: PrismaField,
  model: PrismaModel,
  { models }: PrismaNames,
): PrismaField | undefined {
  return models
    .get(field.type)
    ?.fields.find(
      (each) =>
        each !== field &&
        each.type === model.name &&
        ownRelation(each) === undefined &&
        relationName(each) === relationName(field),
    );
}
