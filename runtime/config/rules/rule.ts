import type { ConfigProblem } from "../../errors/config-error.js";
import { safeKey } from "../check-shape.js";
import type { AuthConfig, DatabaseConfig, EntityConfig, FieldConfig, ServerConfig } from "../config.js";

/** What a rule looks at: the entities and fields that are of the right shape. */
export interface RuleInput {
  /** Undefined where its shape is wrong. */
  readonly database: DatabaseConfig | undefined;
  readonly entities: Readonly<Record<string, EntityConfig>>;
  /** The same without what `auth` adds to them. */
  readonly configured: Readonly<Record<string, EntityConfig>>;
  /** Undefined where there is none, or its shape is wrong. */
  readonly auth: AuthConfig | undefined;
  /** What the entities go by: which of its keys there are, whatever is wrong with them. */
  readonly assumedAuth: AuthConfig | undefined;
  /** Undefined where there is none, or its shape is wrong. */
  readonly server: ServerConfig | undefined;
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
  return (input) =>
    writtenFields(input).flatMap(({ field, name, entity, path }) =>
      Array.from(check(field, name, entity), ({ option, message }) => ({
        path: [path, option].filter(Boolean).join("."),
        message,
      })),
    );
}

/** A field with what `auth` adds to it, and the place where the configuration has it. */
export interface WrittenField {
  readonly entityName: string;
  readonly entity: EntityConfig;
  readonly name: string;
  readonly field: FieldConfig;
  readonly path: string;
}

/** The fields but for those that nobody wrote: nobody could do anything about a mistake in them. */
export function writtenFields(input: RuleInput): readonly WrittenField[] {
  return Object.keys(input.entities).flatMap((entityName) => writtenFieldsOf(entityName, input));
}

export function writtenFieldsOf(
  entityName: string,
  { entities, configured }: RuleInput,
): readonly WrittenField[] {
  const entity = entities[entityName];
  if (entity === undefined) return [];
  return Object.entries(entity.fields).flatMap(([name, field]): readonly WrittenField[] => {
    const written = writtenName(name, configured[entityName]);
    if (written === undefined) return [];
    const path = `entities.${safeKey(entityName)}.fields.${safeKey(written)}`;
    return [{ entityName, entity, name, field, path }];
  });
}

/** A user's own fields may be written in other letters. */
function writtenName(name: string, entity: EntityConfig | undefined): string | undefined {
  if (entity === undefined) return undefined;
  if (Object.hasOwn(entity.fields, name)) return name;
  return Object.keys(entity.fields).find((written) => written.toLowerCase() === name);
}
