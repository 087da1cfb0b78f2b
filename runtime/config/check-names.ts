import { problem, type ConfigProblem } from "../errors/config-error.js";
import { isDeviceName, nameMistake, quoteName } from "../model/names.js";
import { safeKey } from "./check-shape.js";

/**
 * Reports invalid names of entities, fields and operations, and names that differ only by case. Reads own keys before any
 * other check: most code that copies objects drops a key such as `__proto__`.
 */
export function checkNames(config: unknown): readonly ConfigProblem[] {
  const entities = ownValue(config, "entities");
  const operations = ownValue(config, "operations");
  return [
    ...checkKeys(entities, "entities", "entity"),
    ...ownKeys(entities).flatMap((name) => [
      ...checkKeys(ownValue(ownValue(entities, name), "fields"), `entities.${safeKey(name)}.fields`, "field"),
    ]),
    ...checkKeys(operations, "operations", "operation"),
    ...ownKeys(operations).flatMap((name) => [...checkOperation(ownValue(operations, name), name)]),
  ];
}

function* checkOperation(operation: unknown, name: string): Iterable<ConfigProblem> {
  const path = `operations.${safeKey(name)}`;
  yield* checkKeys(ownValue(operation, "parameters"), `${path}.parameters`, "parameter");
  const returns = ownValue(operation, "returns");
  yield* checkKeys(ownValue(returns, "fields"), `${path}.returns.fields`, "field");
  const results = ownValue(returns, "results");
  if (!Array.isArray(results)) return;
  for (const [index, result] of results.entries())
    yield* checkKeys(ownValue(result, "fields"), `${path}.returns.results.${index}.fields`, "field");
}

type Kind = "entity" | "field" | "operation" | "parameter";

function* checkKeys(value: unknown, path: string, kind: Kind): Iterable<ConfigProblem> {
  const seen = new Map<string, string>();
  for (const name of ownKeys(value)) {
    const place = `${path}.${safeKey(name)}`;
    const isDevice = (kind === "entity" || kind === "operation") && isDeviceName(name);
    const mistake = nameMistake(name) ?? (isDevice ? "is a name that Windows keeps for devices" : undefined);
    if (mistake !== undefined) {
      yield problem(place, `the ${kind} name ${quoteName(name)} ${mistake}.`);
      continue;
    }
    const twin = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (twin === undefined) continue;
    const message = `the ${kind} names "${twin}" and "${name}" differ only by case; names are matched without regard to case.`;
    yield problem(place, message);
  }
}

function ownKeys(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyNames(value) : [];
}

function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
