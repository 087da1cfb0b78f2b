import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { MAX_NAME_LENGTH, quoteName, storedNameMistake } from "../../model/names.js";
import { dialectFacts } from "../../model/settings/dialect-facts.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig } from "../config.js";
import { isUserEntity } from "../effective-entities.js";
import { defaultJoinTable } from "../resolve/resolve-link.js";
import { serverTableOptions } from "../resolve/resolve-server-tables.js";
import { hiddenUserFields, systemFieldNames } from "../system-fields.js";
import { writtenFieldsOf, type RuleInput } from "./rule.js";

/** A name in the database, its path in the configuration, and the scope in which it must be unique. */
interface Place {
  readonly path: string;
  readonly stored: string;
  readonly scope: string;
  /** The maximum length, if it is shorter than the database's own. */
  readonly maxLength?: number;
}

/** Table and column names must be valid in the database and unique in their scope. */
export function* storedNames(input: RuleInput): Iterable<ConfigProblem> {
  const { dialect } = input.database ?? {};
  const casedNames = dialect === undefined ? [] : dialectFacts[dialect].casedNames;
  yield* checkStored(tablesOf(input), "table", casedNames.includes("table"));
  yield* checkStored(columnsOf(input), "column", casedNames.includes("column"));
}

/** Names that are not configured come first, so that a conflict is reported at a configured name. */
function tablesOf(input: RuleInput): readonly Place[] {
  const isWritten = (name: string) => Object.hasOwn(input.configured, name);
  const entities = Object.entries(input.entities).toSorted(
    ([a], [b]) => Number(isWritten(a)) - Number(isWritten(b)),
  );
  const own = serverTables(input);
  return [
    ...own.filter(({ isWritten }) => !isWritten),
    ...entities.map(([name, entity]) => ({
      path: `entities.${safeKey(name)}.table`,
      stored: entity.table ?? name,
      scope: scopeOf(entity),
    })),
    ...input.fields.flatMap(({ entityName, entity, name, field: { foreignKey }, path }) => {
      if (foreignKey?.isManyToMany !== true) return [];
      const place = { path: `${path}.foreignKey.joinTable`, scope: scopeOf(entity) };
      if (foreignKey.joinTable !== undefined) return [{ ...place, stored: foreignKey.joinTable }];
      // PostgreSQL would truncate the name and then not find the table.
      const stored = defaultJoinTable(entity.table ?? entityName, name);
      return [{ ...place, stored, maxLength: MAX_NAME_LENGTH }];
    }),
    ...own.filter(({ isWritten }) => isWritten),
  ];
}

/** The internal tables, and whether their names are configured. */
function serverTables(input: RuleInput): readonly (Place & { readonly isWritten: boolean })[] {
  const resolved = serverTableOptions(input);
  const tables = [
    ["server.idempotency", resolved.idempotency, input.server?.idempotency],
    ["server.audit", resolved.audit, input.server?.audit],
    ["auth.refreshTokens", resolved.sessions, input.auth?.refreshTokens],
    ["auth", resolved.accountTokens, undefined],
    ["changes", resolved.outbox, input.changes],
    ["changes", resolved.outboxState, input.changes],
    ["webhooks", resolved.webhooks, undefined],
    ["webhooks", resolved.deliveries, undefined],
  ] as const;
  return tables.flatMap(([option, feature, written]) => {
    if (feature === false) return [];
    const isWritten = typeof written === "object" && written.table !== undefined;
    return [
      { path: `${option}.table`, stored: feature.table, scope: "", maxLength: MAX_NAME_LENGTH, isWritten },
    ];
  });
}

function scopeOf({ schema = "" }: EntityConfig): string {
  return schema.toLowerCase();
}

function columnsOf(input: RuleInput): readonly Place[] {
  return Object.entries(input.entities).flatMap(([scope, entity]): readonly Place[] => {
    const own = writtenFieldsOf(scope, input);
    const names = new Set(own.map(({ name }) => name));
    const others = [
      ...systemFieldNames(entity),
      ...(isUserEntity(scope, input.assumedAuth) ? hiddenUserFields : []),
      ...Object.keys(entity.fields).filter((name) => !names.has(name)),
    ];
    return [
      ...[...new Set(others.map((name) => name.toLowerCase()))].map((stored) => ({
        path: `entities.${safeKey(scope)}.primaryKey`,
        stored,
        scope,
      })),
      ...own
        .filter(({ field }) => field.foreignKey?.isManyToMany !== true)
        .map(({ name, field, path }) => ({ path: `${path}.column`, stored: field.column ?? name, scope })),
    ];
  });
}

function* checkStored(
  places: readonly Place[],
  kind: "table" | "column",
  isCaseSensitive: boolean,
): Iterable<ConfigProblem> {
  const seen = new Set<string>();
  for (const { path, stored, scope, maxLength = Infinity } of places) {
    const mistake =
      (kind === "table" ? tableNameMistake(stored) : storedNameMistake(stored)) ??
      (stored.length > maxLength ? `has ${stored.length} characters; ${maxLength} are allowed` : undefined);
    const key = `${scope}\n${isCaseSensitive ? stored : stored.toLowerCase()}`;
    if (mistake !== undefined) yield problem(path, `the ${kind} name ${quoteName(stored)} ${mistake}.`);
    else if (seen.has(key)) yield problem(path, `the ${kind} ${quoteName(stored)} is used already.`);
    else seen.add(key);
  }
}

/** Why a table cannot have this name. `undefined` if it can. */
export function tableNameMistake(name: string): string | undefined {
  if (/^sqlite_/i.test(name)) return 'begins with "sqlite_", which SQLite keeps for itself';
  return storedNameMistake(name);
}
