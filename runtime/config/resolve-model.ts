import { ConfigError } from "../errors/config-error.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { operations } from "../model/model.js";
import { type Entity, type Field, type Keys, type Model, type Policy } from "../model/model.js";
import { resolveDatabase } from "./resolve-database.js";
import { checkConfig } from "./check-config.js";
import type { Config, EntityConfig, FieldConfig } from "./config.js";
import { fieldLimits } from "./field-limits.js";
import { keyNames, ownKeyName } from "./keys.js";
import { timeNames } from "./system-fields.js";

const DEFAULT_MAX_TAKE = 1000;
const DEFAULT_MAX_BODY_BYTES = 100 * 1024;

/**
 * Takes a configuration to what it means. The configuration is read, never changed, and never looked at again.
 * @throws {ConfigError} that lists every mistake.
 */
export function resolveModel(config: Config): Model {
  const problems = checkConfig(config);
  if (problems.length > 0) throw new ConfigError(problems);
  const entities = Object.entries(config.entities).map(([name, entity]) =>
    resolveEntity(name, entity, config),
  );
  return deepFreeze({
    database: resolveDatabase(config.database),
    host: config.server?.host,
    entities,
    entitiesByName: new Map(entities.map((entity) => [entity.name.toLowerCase(), entity])),
  });
}

function resolveEntity(
  name: string,
  entity: EntityConfig,
  { server, strictBody = false, entities }: Config,
): Entity {
  const configured = Object.entries(entity.fields).map(([fieldName, field]) =>
    resolveField(fieldName, field, entity, entities),
  );
  const fields = [...resolveOwnKey(entity), ...configured, ...resolveTimes(entity)];
  const keys = keyNames(entity).flatMap((key) => fields.filter((field) => field.name === key));
  return {
    name,
    table: entity.table ?? name,
    schema: entity.schema,
    description: entity.description,
    renamedFrom: entity.renamedFrom,
    fields,
    fieldsByName: new Map(fields.map((field) => [field.name.toLowerCase(), field])),
    // At least one: the configuration has been checked.
    keys: keys as unknown as Keys,
    isReadOnly: entity.isReadOnly ?? false,
    policy: resolvePolicy(entity),
    readValidator: entity.readValidator,
    writeValidator: entity.writeValidator,
    limits: {
      maxTake: server?.maxTake ?? DEFAULT_MAX_TAKE,
      maxBodyBytes: entity.maxBodyBytes ?? server?.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    },
    strictBody,
  };
}

function resolvePolicy({ permissions }: EntityConfig): Policy {
  const rolesOf = (operation: (typeof operations)[number]) => [...new Set(permissions[operation] ?? [])];
  return {
    read: rolesOf("read"),
    create: rolesOf("create"),
    update: rolesOf("update"),
    delete: rolesOf("delete"),
  };
}

const systemField = {
  isNullable: false,
  isRequired: false,
  isCreatable: false,
  isEditable: false,
  isUnique: false,
  isIndexed: false,
  minLength: undefined,
  maxLength: undefined,
  precision: undefined,
  scale: undefined,
  values: undefined,
  default: undefined,
  foreignKey: undefined,
  description: undefined,
  renamedFrom: undefined,
} as const;

function resolveOwnKey(entity: EntityConfig): readonly Field[] {
  const name = ownKeyName(entity);
  if (name === undefined) return [];
  return [{ ...systemField, name, column: name, type: entity.systemFields?.id ?? "int", system: "key" }];
}

function resolveTimes(entity: EntityConfig): readonly Field[] {
  return timeNames(entity).map((name) => {
    return { ...systemField, name, column: name, type: "datetime", system: name };
  });
}

function resolveField(
  name: string,
  field: FieldConfig,
  entity: EntityConfig,
  entities: Config["entities"],
): Field {
  const { type } = field;
  const limits = fieldLimits(field);
  // A copy, because the Model is frozen and the configuration is the caller's.
  const canonical = (value: FieldValue) =>
    value === null ? null : fieldTypes[type].parse(structuredClone(value), limits);
  return {
    name,
    column: field.column ?? name,
    type,
    isNullable: !field.isRequired,
    isRequired: field.isRequired && field.default === undefined && field.isIgnoredOnCreate !== true,
    isCreatable: field.isIgnoredOnCreate !== true && entity.isReadOnly !== true,
    isEditable: field.isEditable && entity.isReadOnly !== true,
    isUnique: field.isUnique ?? false,
    isIndexed: field.isIndexed ?? false,
    minLength: type === "string" && keyNames(entity).includes(name) ? 1 : undefined,
    maxLength: limits.maxLength,
    precision: limits.precision,
    scale: limits.scale,
    values: field.values?.map(canonical),
    default: field.default === undefined ? undefined : canonical(field.default),
    foreignKey: resolveForeignKey(field, entities),
    description: field.description,
    renamedFrom: field.renamedFrom,
    system: undefined,
  };
}

function resolveForeignKey({ foreignKey }: FieldConfig, entities: Config["entities"]): Field["foreignKey"] {
  if (foreignKey === null || foreignKey === undefined) return undefined;
  const target = foreignKey.targetEntityName.toLowerCase();
  const targetEntityName =
    Object.keys(entities).find((name) => name.toLowerCase() === target) ?? foreignKey.targetEntityName;
  return { targetEntityName, resolvedEntityName: foreignKey.resolvedEntityName };
}

/** Maps and objects of classes stay as they are: nobody outside gets hold of the maps, and credentials are the caller's. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
