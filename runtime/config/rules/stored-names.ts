import type { ConfigProblem } from "../../errors/config-error.js";
import { quoteName, storedNameMistake } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import { systemFieldNames } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

/** Tables and columns must have names that the database can carry, and no two entities or fields may share one. */
export function storedNames({ entities, database }: RuleInput): readonly ConfigProblem[] {
  const tables = Object.entries(entities).map(([name, entity]) => ({
    path: `entities.${safeKey(name)}.table`,
    stored: entity.table ?? name,
    scope: (entity.schema ?? "").toLowerCase(),
  }));
  const columns = Object.entries(entities).flatMap(([entityName, entity]) => [
    ...[...new Set(systemFieldNames(entity).map((name) => name.toLowerCase()))].map((name) => ({
      path: `entities.${safeKey(entityName)}.primaryKey`,
      stored: name,
      scope: entityName,
    })),
    ...Object.entries(entity.fields).map(([name, field]) => ({
      path: `entities.${safeKey(entityName)}.fields.${safeKey(name)}.column`,
      stored: field.column ?? name,
      scope: entityName,
    })),
  ]);
  const { dialect } = database ?? {};
  return [
    ...checkStored(tables, "table", dialect === "postgres" || dialect === "mysql"),
    ...checkStored(columns, "column", dialect === "postgres"),
  ];
}

function checkStored(
  places: readonly { path: string; stored: string; scope: string }[],
  kind: "table" | "column",
  isCaseSensitive: boolean,
): readonly ConfigProblem[] {
  const seen = new Set<string>();
  return places.flatMap(({ path, stored, scope }): readonly ConfigProblem[] => {
    const mistake = kind === "table" ? tableNameMistake(stored) : storedNameMistake(stored);
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
