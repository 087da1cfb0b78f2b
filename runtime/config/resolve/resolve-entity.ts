import { ADMIN_ROLE } from "../../access/caller.js";
import type { Entity, Field, Operation, Permission, Policy } from "../../model/model.js";
import type { ServerSettings } from "../../model/settings/server-settings.js";
import type { Config, EntityConfig, PermissionConfig } from "../config.js";
import { userEntityName } from "../effective-entities.js";
import { keyNames } from "../keys.js";
import { resolvePasswordRules } from "./resolve-auth.js";
import { byName, resolveField } from "./resolve-field.js";
import { resolveForeignKeys } from "./resolve-foreign-keys.js";
import { resolveLink } from "./resolve-link.js";
import { resolveLimits } from "./resolve-server.js";
import {
  resolveOwner,
  resolveOwnKey,
  resolveTimes,
  tokenVersionField,
  userNameKeyField,
} from "./resolve-system-fields.js";
import { OWNER_FIELD } from "../system-fields.js";

/** The parts of the configuration that an entity depends on, including the entities that `auth` adds. */
export interface EntityContext extends Pick<Config, "entities" | "auth" | "strictBody"> {
  readonly server: ServerSettings;
}

export function resolveEntity(name: string, entity: EntityConfig, config: EntityContext): Entity {
  const { server, strictBody = false, entities, auth } = config;
  const isUsers = auth?.secretKey !== undefined && name === userEntityName(entities);
  const configured = Object.entries(entity.fields)
    .filter(([, field]) => field.foreignKey?.isManyToMany !== true)
    .map(([fieldName, field]) => resolveField(fieldName, field, entity))
    .map((field) => (isUsers && field.name === "roles" ? { ...field, settableBy: [ADMIN_ROLE] } : field));
  const fields = [
    ...resolveOwnKey(entity),
    ...configured,
    ...resolveTimes(entity),
    ...(entity.systemFields?.ownerid === true ? [resolveOwner(config)] : []),
    ...(isUsers ? [userNameKeyField, tokenVersionField] : []),
  ];
  const keys = keysOf(entity, fields);
  const stored = {
    name,
    table: entity.table ?? name,
    schema: entity.schema,
    formerTables: entity.table === undefined && entity.renamedFrom !== undefined ? [entity.renamedFrom] : [],
    description: entity.description,
    renamedFrom: entity.renamedFrom,
    fields,
    fieldsByName: byName(fields),
    foreignKeys: resolveForeignKeys(entity, fields, config),
    keys,
    isReadOnly: entity.isReadOnly ?? false,
    resolvesForeignKeys: entity.resolveForeignKeys ?? true,
    policy: resolvePolicy(entity),
    ownerField: isUsers ? keys[0] : fields.find(({ system }) => system === OWNER_FIELD),
    users: isUsers ? resolvePasswordRules(auth) : undefined,
    hooks: { ...entity.hooks },
    readValidator: entity.readValidator,
    writeValidator: entity.writeValidator,
    limits: resolveLimits(entity, server),
    strictBody,
    requiresPrecondition: server.requirePrecondition,
  };
  const links = Object.entries(entity.fields).flatMap(([fieldName, field]) =>
    resolveLink(fieldName, field, { ...stored, links: [], relations: [] }, config),
  );
  return { ...stored, links, relations: [] };
}

function keysOf(entity: EntityConfig, fields: readonly Field[]): readonly Field[] {
  return keyNames(entity).flatMap((key) => fields.filter((field) => field.name === key));
}

function resolvePolicy({ permissions }: EntityConfig): Policy {
  const permissionsOf = (operation: Operation) =>
    [...new Set(permissions[operation] ?? [])].map(toPermission);
  return {
    read: permissionsOf("read"),
    create: permissionsOf("create"),
    update: permissionsOf("update"),
    delete: permissionsOf("delete"),
  };
}

/** Writes the members in a fixed order, so that equal permissions have equal JSON. */
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
