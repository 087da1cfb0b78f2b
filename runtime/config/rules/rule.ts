import type { ConfigProblem } from "../../errors/config-error.js";
import { safeKey } from "../check-shape.js";
import type { AuthConfig, DatabaseConfig, EntityConfig, FieldConfig } from "../config.js";

/** What a rule looks at: the entities and fields that are of the right shape. */
export interface RuleInput {
  /** Undefined where its shape is wrong. */
  readonly database: DatabaseConfig | undefined;
  readonly entities: Readonly<Record<string, EntityConfig>>;
  /** The same without what `auth` adds to them. */
  readonly configured: Readonly<Record<string, EntityConfig>>;
  /** Undefined where there is none, or its shape is wrong. */
  readonly auth: AuthConfig | undefined;
}

/** A cross-check: what keys must hold together. */
export type Rule = (input: RuleInput) => readonly ConfigProblem[];

/** A rule that looks at one field at a time; a message is given for each mistake, with the option that it is about. */
export function fieldRule(
  check: (
    field: FieldConfig,
    name: string,
    entity: EntityConfig,
  ) => Iterable<{ option: string; message: string }>,
): Rule {
  return ({ entities }) =>
    Object.entries(entities).flatMap(([entityName, entity]) =>
      Object.entries(entity.fields).flatMap(([name, field]) =>
        Array.from(check(field, name, entity), ({ option, message }) => ({
          path: [`entities.${safeKey(entityName)}.fields.${safeKey(name)}`, option].filter(Boolean).join("."),
          message,
        })),
      ),
    );
}
