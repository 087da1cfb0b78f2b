import type { ConfigProblem } from "../errors/config-error.js";
import { checkNames } from "./check-names.js";
import { checkShape } from "./check-shape.js";
import type { Config, EntityConfig, FieldConfig } from "./config.js";
import { fieldOptions } from "./rules/field-options.js";
import { fieldValues } from "./rules/field-values.js";
import { foreignKeys } from "./rules/foreign-keys.js";
import { reservedFields } from "./rules/reserved-fields.js";
import type { Rule } from "./rules/rule.js";
import { storedNames } from "./rules/stored-names.js";

const rules: readonly Rule[] = [reservedFields, fieldOptions, fieldValues, foreignKeys, storedNames];

/** Every mistake in a configuration; none means that it is a `Config`. */
export function checkConfig(config: unknown): readonly ConfigProblem[] {
  const names = checkNames(config);
  const shape = checkShape(config);
  const entities = soundEntities(config, [...names, ...shape]);
  return [...names, ...shape, ...rules.flatMap((rule) => rule({ entities }))];
}

/** What of the configuration is sound enough to be cross-checked although other parts are not. */
function soundEntities(config: unknown, problems: readonly ConfigProblem[]): Config["entities"] {
  const entities = (config as Partial<Config> | null | undefined)?.entities;
  if (!isObject(entities)) return {};
  const isSound = (path: string) =>
    !problems.some((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
  return Object.fromEntries(
    Object.entries(entities)
      .filter(([, entity]) => isObject(entity) && isObject(entity.fields))
      .map(([name, entity]): [string, EntityConfig] => {
        const path = `entities.${name}`;
        const fields = Object.entries<FieldConfig>(entity.fields).filter(([field]) =>
          isSound(`${path}.fields.${field}`),
        );
        const options = Object.entries(entity).filter(
          ([key]) => key !== "fields" && isSound(`${path}.${key}`),
        );
        return [name, { ...Object.fromEntries(options), fields: Object.fromEntries(fields) } as EntityConfig];
      }),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
