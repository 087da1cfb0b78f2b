import { ConfigError } from "../errors/config-error.js";
import type { Model } from "../model/model.js";
import { parseOptions, pickOptions } from "../model/settings/option.js";
import { surfaceNames } from "../model/settings/surface-settings.js";
import { checkRead } from "./check-config.js";
import { claimWarnings } from "./claim-warnings.js";
import { conditionWarnings } from "./condition-warnings.js";
import type { Config } from "./config.js";
import { configShape } from "./config-shape.js";
import { effectiveEntities } from "./effective-entities.js";
import { readConfig } from "./read-config.js";
import { requiredKeyWarnings } from "./required-key-warnings.js";
import { roleWarnings } from "./role-warnings.js";
import { resolveAuth } from "./resolve/resolve-auth.js";
import { resolveDatabase } from "./resolve/resolve-database.js";
import { resolveEntity } from "./resolve/resolve-entity.js";
import { resolveOwnOperations } from "./resolve/resolve-own-operations.js";
import { resolveRelations } from "./resolve/resolve-relations.js";
import { resolveServer } from "./resolve/resolve-server.js";
import { resolveServerTables } from "./resolve/resolve-server-tables.js";

const UNUSED_SALT = {
  path: "auth.salt",
  message: '"auth.salt" has no effect: each secret has a salt of its own. Remove it.',
};

/**
 * Resolves a configuration into the Model. Nothing reads the configuration afterwards, and it is never changed.
 * @throws {ConfigError} A list of every mistake.
 */
export function resolveModel(given: Config): Model {
  const read = readConfig(given);
  const { problems, settings } = checkRead(read);
  if (problems.length > 0) throw new ConfigError(problems);
  const written = read.value as Config;
  const effective = effectiveEntities(written.entities, written.auth);
  const config =
    settings !== undefined && effective === written.entities
      ? settings
      : parseOptions(configShape, { ...written, entities: effective });
  const server = resolveServer(written.server);
  const context = { ...config, auth: written.auth, server };
  const entities = resolveRelations(
    Object.entries(config.entities).map(([name, entity]) => resolveEntity(name, entity, context)),
  );
  const auth = written.auth === undefined ? undefined : resolveAuth(written.auth, config.entities);
  const database = resolveDatabase(written.database);
  const serverTables = resolveServerTables({ ...written, entities: config.entities }, database);
  const { idempotency, audit, sessions, accountTokens, outbox, webhooks } = serverTables;
  const ownOperations = resolveOwnOperations(config.operations, entities, server);
  const entitiesByName = new Map(entities.map((entity) => [entity.name.toLowerCase(), entity]));
  const model: Model = {
    database,
    server,
    auth,
    endpoints: config.endpoints,
    ownOperations,
    ...pickOptions(config, surfaceNames),
    entities,
    tables: [
      ...entities,
      ...entities.flatMap(({ links }) => links.map(({ table }) => table)),
      ...[
        ...[idempotency?.table, audit, sessions?.table, accountTokens],
        ...[outbox?.table, outbox?.state],
        ...[webhooks?.table, webhooks?.deliveries],
      ].filter((table) => table !== undefined),
    ],
    ...serverTables,
    entitiesByName,
    warnings: [
      ...(written.auth?.salt === undefined ? [] : [UNUSED_SALT]),
      ...(auth === undefined ? [] : claimWarnings(auth, entities)),
      ...conditionWarnings(entities),
      ...roleWarnings(entities, ownOperations),
      ...requiredKeyWarnings(entities, entitiesByName),
    ],
  };
  return deepFreeze(model, server.log.destination);
}

/**
 * Freezes plain data. Maps and class instances are left: maps are not exposed, credentials are the caller's.
 * @param kept An object of the caller, which is left, too.
 */
function deepFreeze<T>(value: T, kept: unknown): T {
  if (typeof value !== "object" || value === null || value === kept || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  // Before its parts, because relations lead in circles.
  Object.freeze(value);
  if (Array.isArray(value)) for (const item of value) deepFreeze(item, kept);
  else for (const key in value) deepFreeze(value[key], kept);
  return value;
}
