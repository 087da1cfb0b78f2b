import { problem, type ConfigProblem } from "../../errors/config-error.js";
import type { Operation } from "../../model/model.js";
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
  const problems: ConfigProblem[] = [];
  for (const [option, message, guess] of mistakes)
    problems.push(problem(option === "" ? path : `${path}.${option}`, message, guess));
  return problems;
}

export function fieldRule(
  check: (field: FieldConfig, written: WrittenField, input: RuleInput) => Iterable<Mistake>,
): Rule {
  return (input) => {
    const problems: ConfigProblem[] = [];
    for (const written of input.fields)
      problems.push(...mistakesAt(written.path, check(written.field, written, input)));
    return problems;
  };
}

export function entityRule(
  check: (entity: EntityConfig, name: string, input: RuleInput) => Iterable<Mistake>,
): Rule {
  return (input) => {
    const problems: ConfigProblem[] = [];
    for (const [name, entity] of Object.entries(input.configured))
      problems.push(...mistakesAt(`entities.${safeKey(name)}`, check(entity, name, input)));
    return problems;
  };
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
    const written = writtenName(name, configured[entityName]);
    if (written === undefined) return [];
    const path = `entities.${safeKey(entityName)}.fields.${safeKey(written)}`;
    return [{ entityName, entity, name, field, path }];
  });
}

/** The field's name as configured. The built-in fields of users may be written in another case. */
function writtenName(name: string, entity: EntityConfig | undefined): string | undefined {
  if (entity === undefined) return undefined;
  if (Object.hasOwn(entity.fields, name)) return name;
  return Object.keys(entity.fields).find((written) => written.toLowerCase() === name);
}
