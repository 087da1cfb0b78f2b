import type { ConfigProblem } from "../errors/config-error.js";
import { isDeviceName, nameMistake, quoteName } from "../model/names.js";
import { safeKey } from "./check-shape.js";

/**
 * Reports invalid names of entities and fields, and names that differ only by case. Reads own keys before any
 * other check: most code that copies objects drops a key such as `__proto__`.
 */
export function checkNames(config: unknown): readonly ConfigProblem[] {
  const entities = ownValue(config, "entities");
  return [
    ...checkKeys(entities, "entities", "entity", (name) =>
      isDeviceName(name) ? "is a name that Windows keeps for devices" : undefined,
    ),
    ...ownKeys(entities).flatMap((name) =>
      checkKeys(ownValue(ownValue(entities, name), "fields"), `entities.${safeKey(name)}.fields`, "field"),
    ),
  ];
}

function checkKeys(
  value: unknown,
  path: string,
  kind: "entity" | "field",
  furtherMistake: (name: string) => string | undefined = () => undefined,
): readonly ConfigProblem[] {
  const seen = new Map<string, string>();
  return ownKeys(value).flatMap((name): readonly ConfigProblem[] => {
    const place = `${path}.${safeKey(name)}`;
    const mistake = nameMistake(name) ?? furtherMistake(name);
    if (mistake !== undefined)
      return [{ path: place, message: `the ${kind} name ${quoteName(name)} ${mistake}.` }];
    const twin = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (twin === undefined) return [];
    return [
      {
        path: place,
        message: `the ${kind} names "${twin}" and "${name}" differ only by case; names are matched without regard to case.`,
      },
    ];
  });
}

function ownKeys(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyNames(value) : [];
}

function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
