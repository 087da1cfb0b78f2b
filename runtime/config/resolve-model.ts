import { ConfigError } from "../errors/config-error.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { operations } from "../model/model.js";
import {
  type Entity,
  type Field,
  type Keys,
  type Link,
  type Model,
  type Permission,
  type Policy,
} from "../model/model.js";
import { USERNAME_LENGTH } from "../model/user-name.js";
import { resolveDatabase } from "./resolve-database.js";
import { checkConfig } from "./check-config.js";
import type { Config, EntityConfig, FieldConfig, PermissionConfig } from "./config.js";
import { effectiveEntities, userEntityName } from "./effective-entities.js";
import { fieldLimits } from "./field-limits.js";
import { keyNames, keyParts, ownKeyName } from "./keys.js";
import { resolveAuth, resolvePasswordRules } from "./resolve-auth.js";
import { OWNER_FIELD, OWNER_MEMBER, timeNames } from "./system-fields.js";

const ADMIN_ROLE = "admin";
const DEFAULT_MAX_TAKE = 1000;
const DEFAULT_MAX_BODY_BYTES = 100 * 1024;

/**
 * Takes a configuration to what it means. The configuration is read, never changed, and never looked at again.
 * @throws {ConfigError} that lists every mistake.
 */
export function resolveModel(config: Config): Model {
  const problems = checkConfig(config);
  if (problems.length > 0) throw new ConfigError(problems);
  const effective = { ...config, entities: effectiveEntities(config.entities, config.auth) };
  const entities = Object.entries(effective.entities).map(([name, entity]) =>
    resolveEntity(name, entity, effective),
  );
  return deepFreeze({
    database: resolveDatabase(config.database),
    host: config.server?.host,
    auth: config.auth === undefined ? undefined : resolveAuth(config.auth, effective.entities),
    entities,
    tables: [...entities, ...entities.flatMap(({ links }) => links.map(({ table }) => table))],
    entitiesByName: new Map(entities.map((entity) => [entity.name.toLowerCase(), entity])),
    warnings:
      config.auth?.salt === undefined
        ? []
        : ['"auth.salt" has no effect: each secret has a salt of its own. Remove it.'],
  });
}

/** @param config With the effective entities. */
export function resolveEntity(name: string, entity: EntityConfig, config: Config): Entity {
  const { server, strictBody = false, entities, auth } = config;
  const isUsers = auth?.secretKey !== undefined && name === userEntityName(entities);
  const configured = Object.entries(entity.fields)
    .filter(([, field]) => field.foreignKey?.isManyToMany !== true)
    .map(([fieldName, field]) => resolveField(fieldName, field, entity, entities))
    .map((field) => (isUsers && field.name === "roles" ? { ...field, settableBy: [ADMIN_ROLE] } : field));
  const fields = [
    ...resolveOwnKey(entity),
    ...configured,
    ...resolveTimes(entity),
    ...(entity.systemFields?.ownerid === true ? [resolveOwner(config)] : []),
    ...(isUsers ? [userNameKeyField] : []),
  ];
  const keys = keysOf(entity, fields);
  const stored = {
    name,
    table: entity.table ?? name,
    schema: entity.schema,
    description: entity.description,
    renamedFrom: entity.renamedFrom,
    fields,
    fieldsByName: byName(fields),
    keys,
    isReadOnly: entity.isReadOnly ?? false,
    policy: resolvePolicy(entity),
    ownerField: isUsers ? keys[0] : fields.find(({ system }) => system === OWNER_FIELD),
    users: isUsers ? resolvePasswordRules(auth) : undefined,
    hooks: entity.hooks ?? {},
    readValidator: entity.readValidator,
    writeValidator: entity.writeValidator,
    limits: {
      maxTake: server?.maxTake ?? DEFAULT_MAX_TAKE,
      maxBodyBytes: entity.maxBodyBytes ?? server?.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    },
    strictBody,
  };
  const links = Object.entries(entity.fields).flatMap(([fieldName, field]) =>
    resolveLink(fieldName, field, { ...stored, links: [] }, config),
  );
  return { ...stored, links };
}

function keysOf(entity: EntityConfig, fields: readonly Field[]): Keys {
  // At least one: the configuration has been checked.
  return keyNames(entity).flatMap((key) => fields.filter((field) => field.name === key)) as unknown as Keys;
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name.toLowerCase(), field]));
}

function resolvePolicy({ permissions }: EntityConfig): Policy {
  const permissionsOf = (operation: (typeof operations)[number]) =>
    [...new Set(permissions[operation] ?? [])].map(toPermission);
  return {
    read: permissionsOf("read"),
    create: permissionsOf("create"),
    update: permissionsOf("update"),
    delete: permissionsOf("delete"),
  };
}

/** In one order of its members, so that equal ones are equal as text. */
function toPermission(permission: PermissionConfig): Permission {
  if (typeof permission === "string") return permission;
  const { role, fields, where } = permission;
  const { include, exclude } = fields ?? {};
  return {
    role,
    ...(fields !== undefined && {
      fields: {
        ...(include !== undefined && { include: [...include] }),
        ...(exclude !== undefined && { exclude: [...exclude] }),
      },
    }),
    ...(where !== undefined && { where }),
  };
}

const systemField = {
  isNullable: false,
  isRequired: false,
  isCreatable: false,
  isEditable: false,
  isReadable: true,
  settableBy: undefined,
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

/** Whoever created a record: a user of this server, or whatever id a provider's tokens carry. */
function resolveOwner({ auth, entities }: Config): Field {
  const field = { ...systemField, name: OWNER_FIELD, column: OWNER_FIELD, system: OWNER_FIELD } as const;
  const owner = { ...field, isNullable: true, isIndexed: true };
  const userName = auth?.secretKey === undefined ? undefined : userEntityName(entities);
  const user = userName === undefined ? undefined : entities[userName];
  const [[, key] = []] = user === undefined ? [] : keyParts(user);
  if (userName === undefined || key === undefined) return { ...owner, type: "string", maxLength: 255 };
  return {
    ...owner,
    type: key.type,
    ...columnLimits(key),
    foreignKey: { targetEntityName: userName, resolvedEntityName: OWNER_MEMBER },
  };
}

function columnLimits(key: Pick<FieldConfig, "type"> & Partial<FieldConfig>) {
  const { maxLength, precision, scale } = fieldLimits(key);
  return { maxLength, precision, scale };
}

/** What tells user names apart. */
const userNameKeyField: Field = {
  ...systemField,
  name: "usernamekey",
  column: "usernamekey",
  type: "string",
  maxLength: USERNAME_LENGTH,
  isUnique: true,
  isReadable: false,
  system: "usernamekey",
};

function resolveLink(
  name: string,
  field: FieldConfig,
  source: Entity,
  { entities }: Config,
): readonly Link[] {
  const foreignKey = resolveForeignKey(field, entities);
  const target = foreignKey === undefined ? undefined : entities[foreignKey.targetEntityName];
  if (foreignKey === undefined || target === undefined || field.foreignKey?.isManyToMany !== true) return [];
  const [[, targetKey] = []] = keyParts(target);
  if (targetKey === undefined) return [];
  const [sourceKey] = source.keys;
  const end = { ...systemField, isCreatable: true, isRequired: true } as const;
  const fields: readonly [Field, Field] = [
    {
      ...end,
      name: "sourceid",
      column: "sourceid",
      type: sourceKey.type,
      ...columnLimits(sourceKey),
      foreignKey: { targetEntityName: source.name, resolvedEntityName: "source" },
      system: undefined,
    },
    {
      ...end,
      name: "targetid",
      column: "targetid",
      type: targetKey.type,
      ...columnLimits(targetKey),
      isIndexed: true,
      foreignKey: { targetEntityName: foreignKey.targetEntityName, resolvedEntityName: "target" },
      system: undefined,
    },
  ];
  const table: Entity = {
    ...source,
    name: `${source.name}.${name}`,
    table: field.foreignKey.joinTable ?? `${source.table}_${name}`,
    description: undefined,
    renamedFrom: undefined,
    fields,
    fieldsByName: byName(fields),
    keys: fields,
    isReadOnly: false,
    policy: { read: [], create: [], update: [], delete: [] },
    ownerField: undefined,
    users: undefined,
    hooks: {},
    readValidator: undefined,
    writeValidator: undefined,
  };
  return [
    {
      ...foreignKey,
      name,
      table,
      sourceField: fields[0],
      targetField: fields[1],
      isRequired: field.isRequired,
      isCreatable: field.isIgnoredOnCreate !== true,
      isEditable: field.isEditable,
      description: field.description,
    },
  ];
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
    isReadable: fieldTypes[type].isReadable,
    settableBy: undefined,
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
