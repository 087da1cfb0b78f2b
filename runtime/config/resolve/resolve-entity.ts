import { nameEntityOf } from "../../access/authorize.js";
import { ADMIN_ROLE } from "../../access/caller.js";
import type { Field, Link, Operation, Policy, Relation } from "../../model/model.js";
import { authShape } from "../../model/settings/auth-settings.js";
import { entityOptionNames, type EntitySettings } from "../../model/settings/entity-shape.js";
import { parseOptions, pickOptions } from "../../model/settings/option.js";
import type { ServerSettings } from "../../model/settings/server-settings.js";
import type { AuthConfig } from "../config.js";
import type { ConfigSettings } from "../config-shape.js";
import { isUserEntity } from "../effective-entities.js";
import { internalTable } from "../internal-table.js";
import { keyNames } from "../keys.js";
import { byName, resolveField } from "./resolve-field.js";
import { resolveForeignKeys } from "./resolve-foreign-keys.js";
import { resolveLink } from "./resolve-link.js";
import type { RelatedEntity } from "./resolve-relations.js";
import { resolveLimits } from "./resolve-server.js";
import {
  resolveOwner,
  resolveOwnKey,
  resolveTimes,
  tokenVersionField,
  userNameKeyField,
} from "./resolve-system-fields.js";
import { EMAIL_VERIFIED_FIELD, OWNER_FIELD } from "../system-fields.js";

/** The parts of the configuration that an entity depends on, including the entities that `auth` adds. */
export interface EntityContext extends Pick<ConfigSettings, "entities" | "strictBody"> {
  readonly auth: AuthConfig | undefined;
  readonly server: ServerSettings;
}

/** An entity of the configuration, with all defaults. */
export function resolveEntity(name: string, entity: EntitySettings, config: EntityContext): RelatedEntity {
  const { server, strictBody, auth } = config;
  const isUsers = isUserEntity(name, auth);
  const isVerified = (fieldName: string) =>
    isUsers && auth?.messages !== undefined && fieldName === EMAIL_VERIFIED_FIELD;
  const configured = Object.entries(entity.fields)
    .filter(([, field]) => field.foreignKey?.isManyToMany !== true)
    .map(([fieldName, field]) => resolveField(fieldName, field, entity))
    .map((field) => (isUsers && field.name === "roles" ? { ...field, settableBy: [ADMIN_ROLE] } : field))
    .map((field): Field => (isVerified(field.name) ? { ...field, system: EMAIL_VERIFIED_FIELD } : field));
  const fields = [
    ...resolveOwnKey(entity),
    ...configured,
    ...resolveTimes(entity),
    ...(entity.systemFields?.ownerid === true ? [resolveOwner(config)] : []),
    ...(isUsers ? [userNameKeyField, tokenVersionField] : []),
  ];
  const keys = keyNames(entity).flatMap((key) => fields.filter(({ name: each }) => each === key));
  const links: Link[] = [];
  const resolved = {
    ...pickOptions(entity, entityOptionNames, { ...internalTable }),
    name,
    table: entity.table ?? name,
    formerTables: entity.table === undefined && entity.renamedFrom !== undefined ? [entity.renamedFrom] : [],
    fields,
    fieldsByName: byName(fields),
    foreignKeys: resolveForeignKeys(entity, fields, config),
    // Added when all entities are known.
    relations: [] as Relation[],
    links,
    keys,
    policy: resolvePolicy(name, entity),
    ownerField: isUsers ? keys[0] : fields.find(({ system }) => system === OWNER_FIELD),
    users: isUsers ? parseOptions(authShape, auth).passwordReqs : undefined,
    hooks: entity.hooks ?? {},
    limits: resolveLimits(entity, server),
    strictBody,
    requiresPrecondition: server.requirePrecondition,
  };
  for (const [fieldName, field] of Object.entries(entity.fields))
    links.push(...resolveLink(fieldName, field, resolved, config));
  return resolved;
}

function resolvePolicy(name: string, { permissions }: EntitySettings): Policy {
  const permissionsOf = (operation: Operation) => [...new Set(permissions[operation])];
  const policy: Policy = {
    read: permissionsOf("read"),
    create: permissionsOf("create"),
    update: permissionsOf("update"),
    delete: permissionsOf("delete"),
  };
  nameEntityOf(policy, name);
  return policy;
}
