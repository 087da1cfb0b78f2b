import type { ConfigProblem } from "../errors/config-error.js";
import { pickOptions } from "../model/settings/option.js";
import { isPlainObject } from "../model/values/plain-object.js";
import { checkNames } from "./check-names.js";
import { parseShape, safeKey } from "./check-shape.js";
import type { Config, EntityConfig, FieldConfig, OperationConfig } from "./config.js";
import { effectiveEntities } from "./effective-entities.js";
import { readConfig, type ReadConfig } from "./read-config.js";
import { adminOptions } from "./rules/admin-options.js";
import { authOptions } from "./rules/auth-options.js";
import { changesOptions } from "./rules/changes-options.js";
import { corsOptions } from "./rules/cors-options.js";
import { databaseOptions } from "./rules/database-options.js";
import { databaseUrls } from "./rules/database-urls.js";
import { fieldOptions } from "./rules/field-options.js";
import { mcpOptions } from "./rules/mcp-options.js";
import { keptDigits } from "./rules/kept-digits.js";
import { writableListOptions } from "./rules/writable-list-options.js";
import { zoneOptions } from "./rules/zone-options.js";
import { fieldValues } from "./rules/field-values.js";
import { enumOptions } from "./rules/enum-options.js";
import { compositeForeignKeys } from "./rules/composite-foreign-keys.js";
import { foreignKeys } from "./rules/foreign-keys.js";
import { inverseNames } from "./rules/inverse-names.js";
import { links } from "./rules/links.js";
import { ownOperations } from "./rules/own-operations.js";
import { writtenValues } from "./rules/operation-values.js";
import { owners } from "./rules/owners.js";
import { permissions } from "./rules/permissions.js";
import { primaryKeys } from "./rules/primary-keys.js";
import { rateLimits } from "./rules/rate-limits.js";
import { readOnly } from "./rules/read-only.js";
import { reservedFields } from "./rules/reserved-fields.js";
import { renames } from "./rules/renames.js";
import { ruledOptions, writtenFields, type Rule } from "./rules/rule.js";
import { serverOptions } from "./rules/server-options.js";
import { storedNames } from "./rules/stored-names.js";
import { webhookOptions } from "./rules/webhook-options.js";
import { userOptions } from "./rules/user-options.js";

const rules: readonly Rule[] = [
  databaseOptions,
  databaseUrls,
  serverOptions,
  corsOptions,
  rateLimits,
  authOptions,
  userOptions,
  primaryKeys,
  readOnly,
  owners,
  reservedFields,
  fieldOptions,
  keptDigits,
  zoneOptions,
  fieldValues,
  enumOptions,
  foreignKeys,
  compositeForeignKeys,
  links,
  inverseNames,
  writableListOptions,
  permissions,
  ownOperations,
  adminOptions,
  changesOptions,
  webhookOptions,
  mcpOptions,
  storedNames,
  renames,
];

/** Every mistake in a configuration. If there are none, the value is a valid `Config`. */
export function checkConfig(config: unknown): readonly ConfigProblem[] {
  return checkRead(readConfig(config)).problems;
}

/** Checks a configuration that has already been read. Gives it with all defaults too, if its shape is right. */
export function checkRead({ value, problems: unread }: ReadConfig): ReturnType<typeof parseShape> {
  const names = checkNames(value);
  const { problems: found, settings } = parseShape(value);
  const shape = found.filter(({ path }) => !isAbout(path, unread));
  const config = (value ?? {}) as Partial<Config>;
  const problems = [...names, ...unread, ...shape];
  const isSound = (place: string) => !problems.some(({ path }) => isWithin(path, place));
  const entities =
    problems.length === 0 ? (value as Config).entities : soundEntities(config.entities, isSound);
  const assumedAuth = assumeAuth(config.auth);
  const effective = effectiveEntities(entities, assumedAuth);
  const operations = Object.fromEntries(
    checkedMembers(config.operations).filter(([name]) => isSound(`operations.${safeKey(name)}`)),
  ) as unknown as Readonly<Record<string, OperationConfig>>;
  const fields = [
    ...writtenFields({ entities: effective, configured: entities }),
    ...writtenValues(operations),
  ];
  const options = pickOptions(config, ruledOptions.filter(isSound));
  const input = { ...options, entities: effective, configured: entities, operations, fields, assumedAuth };
  return { problems: [...problems, ...rules.flatMap((rule) => [...rule(input)])], settings };
}

/** Whether a mistake only follows from a part that could not be read, which is reported already. */
function isAbout(path: string, unread: readonly ConfigProblem[]): boolean {
  return unread.some((problem) => isWithin(path, problem.path) || isWithin(problem.path, path));
}

function isWithin(path: string, place: string): boolean {
  return place === "" || path === place || path.startsWith(`${place}.`);
}

/** The `auth` that the entities are checked with. Users and owners are still added if `auth` has mistakes. */
function assumeAuth(auth: unknown): Config["auth"] {
  if (auth === undefined) return undefined;
  if (!isPlainObject(auth)) return {};
  return {
    ...("secretKey" in auth && { secretKey: "" }),
    ...("identify" in auth && { identify: () => undefined }),
    ...(auth["messages"] !== undefined && { messages: { sendMessage: () => undefined } }),
  };
}

/** The valid part of the entities, so that it can be cross-checked although other parts have mistakes. */
function soundEntities(entities: unknown, isSound: (path: string) => boolean): Config["entities"] {
  const soundOptions = (path: string, value: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => isSound(`${path}.${safeKey(key)}`)));
  const soundFields = (path: string, fields: object) =>
    checkedMembers(fields)
      .filter(([name]) => isSound(`${path}.${safeKey(name)}.type`))
      .map(([name, field]): [string, FieldConfig] => [
        name,
        soundOptions(`${path}.${safeKey(name)}`, field) as unknown as FieldConfig,
      ]);
  return Object.fromEntries(
    checkedMembers(entities).flatMap(([name, entity]): [string, EntityConfig][] => {
      if (!isPlainObject(entity["fields"])) return [];
      const path = `entities.${safeKey(name)}`;
      const fields = Object.fromEntries(soundFields(`${path}.fields`, entity["fields"]));
      const given = entity["permissions"];
      const permissions = isPlainObject(given) ? soundOptions(`${path}.permissions`, given) : {};
      return [[name, { ...soundOptions(path, entity), fields, permissions }]];
    }),
  );
}

/** The members that are objects, without `__proto__`: the shape check ignores that key. */
function checkedMembers(value: unknown): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name !== "__proto__" && isPlainObject(member) ? [[name, member] as const] : [],
  );
}
