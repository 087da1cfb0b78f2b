import { claimName } from "../../access/bind-claims.js";
import { checkCondition } from "../../condition/check-condition.js";
import { comparisonsOf, type Comparison } from "../../condition/nodes.js";
import { parseCondition } from "../../condition/parse-condition.js";
import { ApiError, type InputIssue } from "../../errors/api-error.js";
import { nearest } from "../../errors/nearest.js";
import { enumTexts } from "../../model/enum.js";
import { readableFields } from "../../model/fields.js";
import type { Entity } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import type { EntityConfig, FieldConfig, PermissionRuleConfig } from "../config.js";
import { isUserEntity } from "../effective-entities.js";
import { resolveEntity } from "../resolve-entity.js";
import { resolveServer } from "../resolve-server.js";
import type { Entry, Mistake, RuleInput } from "./rule.js";

/** The condition of a permission must be valid for the entity and refer only to known claims. */
export function* checkWhere(
  { where }: PermissionRuleConfig,
  entry: Entry,
  input: RuleInput,
): Iterable<Mistake> {
  if (where === undefined) return;
  for (const [message, ...rest] of checkText(where, entry, input))
    yield ["where", message.charAt(0).toLowerCase() + message.slice(1), ...rest];
}

type ConditionMistake = readonly [message: string, guess?: string | undefined];

function* checkText(where: string, entry: Entry, input: RuleInput): Iterable<ConditionMistake> {
  const condition = attempt(() => parseCondition(where));
  if ("issues" in condition) {
    for (const { message } of condition.issues) yield [message];
    return;
  }
  const entity = entityOfConditions(entry.entityName, entry.entity, input);
  for (const comparison of comparisonsOf(condition.value)) {
    for (const message of checkComparison(comparison, entity)) yield [message];
    yield* checkClaim(comparison, input);
  }
}

/** A version of the entity that is enough to check conditions, even if other parts have mistakes. */
function entityOfConditions(name: string, entity: EntityConfig, input: RuleInput): Entity {
  const fields = Object.entries(entity.fields)
    .filter(([, { foreignKey }]) => foreignKey?.isManyToMany !== true)
    .map(([fieldName, field]): [string, FieldConfig] => {
      const { type, of, isEditable, isRequired, precision, scale, zone, storedAs } = field;
      const values = type === "enum" ? enumTexts(field) : undefined;
      return [fieldName, { type, of, isEditable, isRequired, precision, scale, zone, storedAs, values }];
    });
  const plain = { ...entity, fields: Object.fromEntries(fields), permissions: {} };
  return resolveEntity(name, plain, {
    entities: input.entities,
    auth: input.assumedAuth,
    server: resolveServer(),
  });
}

function checkComparison(comparison: Comparison, entity: Entity): readonly string[] {
  const field = entity.fieldsByName.get(comparison.field.toLowerCase());
  if (field?.type === "secret")
    return [`the field ${quoteName(comparison.field)} is a secret, which no condition can use.`];
  const result = attempt(() => checkCondition(comparison, entity));
  const issues = "issues" in result ? result.issues : [];
  // A claim's value is not known yet.
  const isClaim = claimName(comparison) !== undefined;
  return issues
    .filter(({ code }) => !isClaim || code === "unknown-field" || code === "operator")
    .map(({ message }) => message);
}

function* checkClaim({ value, ...comparison }: Comparison, input: RuleInput): Iterable<ConditionMistake> {
  const text = value.text.trim();
  if (value.isQuoted || !text.startsWith("@")) return;
  const name = claimName({ ...comparison, value });
  const quoted = quoteName(text);
  const claims = knownClaims(input);
  if (name === undefined)
    yield [`${quoted} is not a claim: write "@user.id" or "@user.<claim>", or put the text in quotes.`];
  else if (input.assumedAuth === undefined)
    yield [`${quoted} needs "auth", without which callers have no claims.`];
  else if (claims !== undefined && !claims.includes(name)) {
    const guess = nearest(name, claims);
    const message = `${quoted} is not a claim of users; there are: ${claims.join(", ")}.`;
    yield [message, guess === undefined ? undefined : `@user.${guess}`];
  }
}

/** The claims that users have. `undefined` if tokens come from elsewhere. */
function knownClaims(input: RuleInput): readonly string[] | undefined {
  const { entities, assumedAuth } = input;
  if (assumedAuth?.secretKey === undefined || assumedAuth.identify !== undefined) return undefined;
  const [name, user] = Object.entries(entities).find(([each]) => isUserEntity(each, assumedAuth)) ?? [];
  if (name === undefined || user === undefined) return undefined;
  const fields = readableFields(entityOfConditions(name, user, input));
  const names = fields.filter(({ type }) => type !== "json" && type !== "list").map((field) => field.name);
  return [...new Set(["id", ...names])];
}

/** Runs a check of a condition and returns its issues. */
function attempt<T>(check: () => T): { readonly value: T } | { readonly issues: readonly InputIssue[] } {
  try {
    return { value: check() };
  } catch (error) {
    if (error instanceof ApiError) return { issues: error.issues };
    throw error;
  }
}
