import type { ConfigProblem } from "../../errors/config-error.js";
import { MAX_NAME_LENGTH, quoteName, storedNameMistake } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig } from "../config.js";
import { isUserEntity } from "../effective-entities.js";
import { defaultJoinTable } from "../resolve-link.js";
import { serverTableNames } from "../resolve-server-tables.js";
import { hiddenUserFields, systemFieldNames } from "../system-fields.js";
import { writtenFields, writtenFieldsOf, type RuleInput } from "./rule.js";

/** A name in the database, where it is said, and within what there is no other of that name. */
interface Place {
  readonly path: string;
  readonly stored: string;
  readonly scope: string;
  /** The most characters of it, where they are fewer than what the database takes. */
  readonly maxLength?: number;
}

/** Tables and columns must have names that the database can carry, and no two entities or fields may share one. */
export function storedNames(input: RuleInput): readonly ConfigProblem[] {
  const { dialect } = input.database ?? {};
  return [
    ...checkStored(tablesOf(input), "table", dialect === "postgres" || dialect === "mysql"),
    ...checkStored(columnsOf(input), "column", dialect === "postgres"),
  ];
}

/** What nobody wrote comes first, so that a name that is taken by it is reported where it is written. */
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
    ...writtenFields(input).flatMap(({ entityName, entity, name, field: { foreignKey }, path }) => {
      if (foreignKey?.isManyToMany !== true) return [];
      const place = { path: `${path}.foreignKey.joinTable`, scope: scopeOf(entity) };
      if (foreignKey.joinTable !== undefined) return [{ ...place, stored: foreignKey.joinTable }];
      // PostgreSQL would cut it off, and not find it again.
      const stored = defaultJoinTable(entity.table ?? entityName, name);
      return [{ ...place, stored, maxLength: MAX_NAME_LENGTH }];
    }),
    ...own.filter(({ isWritten }) => isWritten),
  ];
}

/** The server's own tables, and whether somebody wrote down what they are called. */
function serverTables(input: RuleInput): readonly (Place & { readonly isWritten: boolean })[] {
  const names = serverTableNames(input);
  const tables = [
    ["server.idempotency", names.idempotency, input.server?.idempotency],
    ["server.audit", names.audit, input.server?.audit],
    ["auth.refreshTokens", names.refreshTokens, input.auth?.refreshTokens],
  ] as const;
  return tables.flatMap(([option, stored, options]) => {
    const isWritten = typeof options === "object" && options.table !== undefined;
    return stored === undefined
      ? []
      : [{ path: `${option}.table`, stored, scope: "", maxLength: MAX_NAME_LENGTH, isWritten }];
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

function checkStored(
  places: readonly Place[],
  kind: "table" | "column",
  isCaseSensitive: boolean,
): readonly ConfigProblem[] {
  const seen = new Set<string>();
  return places.flatMap(({ path, stored, scope, maxLength = Infinity }): readonly ConfigProblem[] => {
    const mistake =
      (kind === "table" ? tableNameMistake(stored) : storedNameMistake(stored)) ??
      (stored.length > maxLength ? `has ${stored.length} characters; ${maxLength} are allowed` : undefined);
    if (mistake !== undefined)
      return [{ path, message: `the ${kind} name ${quoteName(stored)} ${mistake}.` }];
    const key = `${scope}\n${isCaseSensitive ? stored : stored.toLowerCase()}`;
    const isTaken = seen.has(key);
    seen.add(key);
    return isTaken ? [{ path, message: `the ${kind} ${quoteName(stored)} is used already.` }] : [];
  });
}

/** Why a table of this name cannot be used, or undefined if it can. */
export function tableNameMistake(name: string): string | undefined {
  if (/^sqlite_/i.test(name)) return 'begins with "sqlite_", which SQLite keeps for itself';
  return storedNameMistake(name);
}
