import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import type { Operation } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import type { Every } from "../../model/settings/option.js";
import { safeKey } from "../check-shape.js";
import type {
  AuthConfig,
  Config,
  EntityConfig,
  FieldConfig,
  OperationConfig,
  PermissionConfig,
} from "../config.js";
import { findName } from "../find-name.js";

/** The options that rules read as a whole. */
export const ruledOptions = [
  "database",
  "auth",
  "server",
  "endpoints",
  "admin",
  "changes",
  "webhooks",
  "mcp",
] as const;

/** The input of a rule: what has a valid shape. */
export interface RuleInput extends Every<Pick<Partial<Config>, (typeof ruledOptions)[number]>> {
  readonly entities: Readonly<Record<string, EntityConfig>>;
  /** The entities without what `auth` adds. */
  readonly configured: Readonly<Record<string, EntityConfig>>;
  readonly operations: Readonly<Record<string, OperationConfig>>;
  /** The results of `writtenFields` and `writtenValues`, computed once for all rules. */
  readonly fields: readonly WrittenField[];
  /** The `auth` that the entities are checked with: which of its keys are present, even if they have mistakes. */
  readonly assumedAuth: AuthConfig | undefined;
}

type Entities = Pick<RuleInput, "entities" | "configured">;

/** A check that involves several options. */
export type Rule = (input: RuleInput) => Iterable<ConfigProblem>;

/** A mistake in one part of the configuration: the option within that part, the message, and a likely correction. */
export type Mistake = readonly [option: string, message: string, guess?: string | undefined];

/** The mistakes of the part at this path. */
export function mistakesAt(path: string, mistakes: Iterable<Mistake>): readonly ConfigProblem[] {
  return Array.from(mistakes, ([option, message, guess]) =>
    problem(option === "" ? path : `${path}.${option}`, message, guess),
  );
}

export function unknownName(
  option: string,
  kind: "entity" | "field",
  name: string,
  known: readonly string[],
): Mistake {
  const message = `there is no ${kind} ${quoteName(name)}; there are: ${known.map(safeKey).join(", ")}.`;
  return [option, message, nearest(name, known)];
}

export function fieldRule(
  check: (field: FieldConfig, written: WrittenField, input: RuleInput) => Iterable<Mistake>,
): Rule {
  return (input) =>
    input.fields.flatMap((written) => mistakesAt(written.path, check(written.field, written, input)));
}

export function entityRule(
  check: (entity: EntityConfig, name: string, input: RuleInput) => Iterable<Mistake>,
): Rule {
  return (input) =>
    Object.entries(input.configured).flatMap(([name, entity]) =>
      mistakesAt(`entities.${safeKey(name)}`, check(entity, name, input)),
    );
}

/** A field with what `auth` adds to it, and its path in the configuration. */
export interface WrittenField {
  readonly entityName: string;
  readonly entity: EntityConfig;
  readonly name: string;
  readonly field: FieldConfig;
  readonly path: string;
}

/** A permission entry, with everything that its checks need. */
export interface Entry {
  readonly entityName: string;
  readonly entity: EntityConfig;
  readonly operation: Operation;
  /** All entries for the operation, including this one. */
  readonly all: readonly PermissionConfig[];
}

/** The fields of the configuration. Users could not fix a mistake in a built-in field. */
export function writtenFields(input: Entities): readonly WrittenField[] {
  return Object.keys(input.entities).flatMap((entityName) => writtenFieldsOf(entityName, input));
}

export function writtenFieldsOf(
  entityName: string,
  { entities, configured }: Entities,
): readonly WrittenField[] {
  const entity = entities[entityName];
  if (entity === undefined) return [];
  return Object.entries(entity.fields).flatMap(([name, field]): readonly WrittenField[] => {
    // The built-in fields of users may be written in another case.
    const written = findName(name, configured[entityName]?.fields ?? {});
    if (written === undefined) return [];
    const path = `entities.${safeKey(entityName)}.fields.${safeKey(written)}`;
    return [{ entityName, entity, name, field, path }];
  });
}
