import {
  ConfigError,
  type Config,
  type EntityConfig,
  type FieldConfig,
  type OperationConfig,
} from "data-api";
import { expect, test } from "vitest";
import { resolveGeneratedModel } from "../../generator/generate-files.js";
import { generatedNames } from "../../generator/naming.js";
import { fieldTypeNames, fieldTypes, type FieldTypeName } from "../../runtime/model/field-type.js";
import { describeFields } from "../../runtime/model/schemas/describe-fields.js";
import type { Model } from "../../runtime/model/model.js";
import { dialectNames, type DialectName } from "../../runtime/model/settings/dialect-facts.js";
import { parameterShape, resultFieldShape } from "../../runtime/model/settings/own-operations-shape.js";
import { listItemTypes } from "../../runtime/model/values/list.js";
import { compileTrees } from "../regeneration/compile.js";
import { treeOf } from "./tree-of.js";

// The generated code of every field type compiles with every option, and with every two options, on every dialect.
// What a configuration refuses is left out.

type Fields = Readonly<Record<string, FieldConfig>>;
/** Fields of each type, by the name of their entity or operation. */
type Groups = Readonly<Record<string, Fields>>;

/** Numbers and their texts. No double holds some of them. */
const numbers = [0, -1.5, "12.5", "9007199254740993", "-100000000000000000000.25"];
const hostile = "a */ `b` ${c} \"d\" 'e' \\";

/** The values of each option. The compiler names an option that is missing. */
const optionValues: Readonly<
  Record<Exclude<keyof FieldConfig, "type">, (type: FieldTypeName, name: string) => readonly unknown[]>
> = {
  isEditable: () => [false],
  isRequired: () => [true],
  foreignKey: (_, name) =>
    [{}, { isManyToMany: true, joinTable: name }, { inverseName: `of_${name}` }].map((options) => ({
      targetEntityName: "target",
      resolvedEntityName: `the_${name}`,
      ...options,
    })),
  isIgnoredOnCreate: () => [true],
  filledBy: () => ["default", "trigger"],
  maxLength: () => [300],
  minLength: () => [2],
  minimum: () => numbers,
  maximum: () => numbers,
  precision: () => [0, 6, 25, "unlimited"],
  scale: () => [0, 14],
  zone: () => ["utc", "offset", "none"],
  of: () => listItemTypes,
  maxItems: () => [3],
  storedAs: () => ["bigint unsigned", "unix seconds", "Y/N", "binary", "ntext", "inet", "rowversion"],
  values: (type) => [examplesOf(type, 0), examplesOf(type, 1, 2), numbers],
  default: (type) => [...examplesOf(type, 1), null, "9007199254740993", "0.125", ["1.5", 2]],
  isUnique: () => [true],
  isIndexed: () => [true],
  column: (_, name) => [`${name} ${hostile}`],
  label: () => [hostile],
  description: () => [hostile],
  renamedFrom: (_, name) => [`former_${name}`],
};

function examplesOf(type: FieldTypeName, ...which: readonly number[]): readonly unknown[] {
  if (type === "enum") return which.map((number) => `value ${number}`);
  return which.flatMap((number) => fieldTypes[type].examples({ name: "x" }, number).slice(0, 1));
}

/** A field with no more options than its type needs. */
function plainField(type: FieldTypeName): FieldConfig {
  return {
    type,
    isEditable: type !== "other",
    isRequired: false,
    ...(type === "other" && { isIgnoredOnCreate: true }),
    ...(type === "enum" && { values: ["value 1", "value 2"] }),
    ...(type === "list" && { of: "decimal" as const }),
    ...(type === "native" && { storedAs: "inet" }),
    ...(type === "bytes" && { maxLength: 300 }),
  };
}

/** A value of an option, or of two, by the name of the field that has it. */
type Choice = (name: string) => Partial<FieldConfig>;

function choicesOf(type: FieldTypeName): readonly Choice[] {
  return Object.entries(optionValues).flatMap(([option, valuesOf]) =>
    valuesOf(type, "").map((_, index) => (name: string) => ({ [option]: valuesOf(type, name)[index] })),
  );
}

function pairsOf(choices: readonly Choice[]): readonly Choice[] {
  return choices.flatMap((first, index) =>
    choices.slice(index + 1).map((second): Choice => (name) => ({ ...first(name), ...second(name) })),
  );
}

function fieldsOf(type: FieldTypeName, prefix: string, choices: readonly Choice[]): Fields {
  return Object.fromEntries(
    choices.map((choice, index) => {
      const name = `${prefix}${index}`;
      return [name, { ...plainField(type), ...choice(name) }];
    }),
  );
}

function forEachType(fieldsOfType: (type: FieldTypeName, group: string) => Fields): Groups {
  return Object.fromEntries(fieldTypeNames.map((type) => [`a_${type}`, fieldsOfType(type, `a_${type}`)]));
}

const server = { name: "x", host: "127.0.0.1", userName: "x", password: "x" };
const settings = { sqlite: { name: ":memory:" }, postgres: server, mysql: server, mssql: server } as const;
const permissions = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

function configOf(dialect: DialectName, groups: Groups, calls: Groups = {}): Config {
  const entities = mapValues(groups, (fields): EntityConfig => ({ fields, permissions }));
  return {
    database: { dialect, ...settings[dialect] },
    entities: { target: { fields: {}, permissions }, ...entities },
    operations: Object.fromEntries(
      Object.entries(calls).flatMap(([name, fields]) =>
        Object.keys(fields).length === 0 ? [] : [[name, callOf(fields)]],
      ),
    ),
  };
}

/** An operation whose parameters and results have the options of these fields. */
function callOf(fields: Fields): OperationConfig {
  return {
    parameters: mapValues(fields, (field) => picked(field, Object.keys(parameterShape.shape))),
    returns: { fields: mapValues(fields, (field) => picked(field, Object.keys(resultFieldShape.shape))) },
    handler: () => ({}),
    permissions: ["guest"],
  };
}

function mapValues<V, W>(values: Readonly<Record<string, V>>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function picked(field: FieldConfig, options: readonly string[]): FieldConfig {
  const own = Object.entries(field).filter(([option]) => options.includes(option));
  return Object.fromEntries(own) as unknown as FieldConfig;
}

/** The fields that a configuration may have. */
function accepted(groups: Groups, configWith: (groups: Groups) => Config): Groups {
  try {
    resolveGeneratedModel(configWith(groups));
    return groups;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const refused = new Set(error.problems.map(({ path }) => path.replace(FIELD, "$1.$2")));
    const kept = Object.entries(groups).map(([group, fields]): [string, Fields] => [
      group,
      Object.fromEntries(Object.entries(fields).filter(([name]) => !refused.has(`${group}.${name}`))),
    ]);
    const rest = Object.fromEntries(kept);
    if (countFields(rest) === countFields(groups)) throw error;
    return accepted(rest, configWith);
  }
}

const FIELD = /^\w+\.(\w+)\.(?:returns\.)?(?:fields|parameters)\.(\w+).*$/;

function countFields(groups: Groups): number {
  return Object.values(groups).reduce((sum, fields) => sum + Object.keys(fields).length, 0);
}

/** The fields without those whose code is that of another one. */
function distinct(groups: Groups, { entities }: Model): Groups {
  const ofEntity = entities.map((entity): [string, Fields] => {
    const described = describeFields(entity);
    const known = new Map(
      Object.entries(groups[entity.name] ?? {}).map(([name, field]) => {
        const { filledBy, column, description, foreignKey } = field;
        const isOwn = [column, description, foreignKey?.inverseName].map((option) => option === undefined);
        return [JSON.stringify([described[name], filledBy, ...isOwn]), [name, field] as const];
      }),
    );
    return [entity.name, Object.fromEntries(known.values())];
  });
  return Object.fromEntries(ofEntity.filter(([name]) => Object.hasOwn(groups, name)));
}

/** The entities and operations of a dialect, with all fields that it can have. */
function everyOption(dialect: DialectName): Config {
  const withFields = (groups: Groups): Config => configOf(dialect, groups);
  const single = accepted(
    forEachType((type) => fieldsOf(type, "one", choicesOf(type))),
    withFields,
  );
  const both = accepted(
    forEachType((type, group) => {
      const own = single[group] ?? {};
      const choices = choicesOf(type).filter((_, index) => Object.hasOwn(own, `one${index}`));
      return { ...own, ...fieldsOf(type, "two", pairsOf(choices)) };
    }),
    withFields,
  );
  const fields = distinct(both, resolveGeneratedModel(withFields(both)));
  const calls = accepted(single, (groups) => configOf(dialect, {}, groups));
  return configOf(dialect, fields, calls);
}

/**
 * Compiles only if the input of a create requires what its configuration says: a field with a default, or one that the
 * database fills, may be left out. So may a parameter with a default.
 */
function requiredMembers({ entities, operations = {} }: Config): string {
  const written = Object.entries(entities).filter(([, { fields }]) =>
    Object.values(fields).some(({ isIgnoredOnCreate }) => isIgnoredOnCreate !== true),
  );
  const checks = written.flatMap(([name, { fields }]) => {
    const required = Object.entries(fields).filter(
      ([, { isRequired, isIgnoredOnCreate, filledBy, default: value }]) =>
        isRequired && isIgnoredOnCreate !== true && filledBy === undefined && (value ?? null) === null,
    );
    const union = toUnion(required.map(([field]) => field));
    const { newType } = generatedNames({ name });
    const file = JSON.stringify(`./${name}/${name}.schema.js`);
    return [`import(${file}).${newType}`, `Api["entities"]["${name}"]["input"]`].map((type) => [type, union]);
  });
  const calls = Object.entries(operations).map(([name, { parameters = {} }]) => {
    const required = Object.entries(parameters).filter(
      ([, { isRequired = true, default: value }]) => isRequired && (value ?? null) === null,
    );
    return [`Api["operations"]["${name}"]["input"]`, toUnion(required.map(([parameter]) => parameter))];
  });
  return [
    'import type { Api } from "./client.js";',
    "type RequiredOf<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];",
    "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;",
    ...[...checks, ...calls].map(
      ([type, union], index) => `export const is${index}: Same<RequiredOf<${type}>, ${union}> = true;`,
    ),
  ].join("\n");
}

function toUnion(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}

test("the generated code of every type with every two options compiles on every dialect", async () => {
  const trees = new Map<string, Readonly<Record<string, string>>>();
  for (const dialect of dialectNames) {
    const config = everyOption(dialect);
    const model = resolveGeneratedModel(config);
    expect(model.entities.reduce((sum, { fields }) => sum + fields.length, 0)).toBeGreaterThan(1500);
    expect(model.ownOperations.length).toBeGreaterThan(15);
    trees.set(dialect, { ...(await treeOf(model)), "required.ts": requiredMembers(config) });
  }
  expect(compileTrees(trees)).toEqual([]);
}, 600_000);
