import { rawScope } from "../../access/raw-scope.js";
import { checkWhere } from "../../condition/check-where.js";
import { comparisonsOf, type Condition, type ConditionValue } from "../../condition/nodes.js";
import { parseWhere } from "../../condition/parse-condition.js";
import { ApiError } from "../../errors/api-error.js";
import { catching } from "../../errors/catching.js";
import { nearest } from "../../errors/nearest.js";
import { enumTexts } from "../../model/values/enum.js";
import { readableFields } from "../../model/fields.js";
import type { Entity } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import { onceForEach } from "../../model/once-for-each.js";
import { entityShape } from "../../model/settings/entity-shape.js";
import { parseOptions } from "../../model/settings/option.js";
import type { EntityConfig, FieldConfig, PermissionRuleConfig } from "../config.js";
import { isUserEntity } from "../effective-entities.js";
import { keyNames, keyParts } from "../keys.js";
import { resolveEntity } from "../resolve/resolve-entity.js";
import { resolveRelations } from "../resolve/resolve-relations.js";
import { resolveServer } from "../resolve/resolve-server.js";
import type { Entry, Mistake, RuleInput } from "./rule.js";

/** The condition of a permission must be valid for the entity and refer only to known claims. */
export function* checkRuleWhere(
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
  const { value: condition, error: mistake } = catching(ApiError, () => parseWhere(where));
  if (mistake !== undefined) {
    for (const { message } of mistake.issues) yield [message];
    return;
  }
  const entity = entityOfConditions(entry.entityName, input);
  // Only the names of claims are checked, because claims have no values yet.
  const { error } = catching(ApiError, () => checkWhere(condition, rawScope(entity)));
  for (const { code, message, position } of error?.issues ?? []) {
    const isUnknown = code === "unknown-field";
    const secret = isUnknown ? secretAt(position, condition, entity) : undefined;
    yield [secret ?? message];
  }
  for (const value of comparisonsOf(condition).flatMap((each) => each.value)) yield* checkClaim(value, input);
}

/** The message about a secret, whose name callers cannot know. */
function secretAt(position: number | undefined, condition: Condition, entity: Entity): string | undefined {
  const at = comparisonsOf(condition).find(({ fieldPosition }) => fieldPosition === position);
  const [name = ""] = at?.path ?? [];
  if (entity.fieldsByName.get(name.toLowerCase())?.type !== "secret") return undefined;
  return `the field ${quoteName(name)} is a secret, which no condition can use.`;
}

/** A version of the entity that is sufficient to check conditions, even if other parts have mistakes. */
function entityOfConditions(name: string, input: RuleInput): Entity {
  const entity = entitiesOfConditions(input).get(name);
  if (entity === undefined) throw new Error(`There is no entity "${name}".`);
  return entity;
}

const entitiesOfConditions = onceForEach(({ entities, assumedAuth }: RuleInput) => {
  const plain = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, parseOptions(entityShape, plainEntity(entity))]),
  );
  const context = { entities: plain, auth: assumedAuth, strictBody: false, server: resolveServer() };
  const resolved = Object.entries(plain).map(([name, entity]) => resolveEntity(name, entity, context));
  return new Map(resolveRelations(resolved).map((entity) => [entity.name, entity]));
});

function plainEntity(entity: EntityConfig): EntityConfig {
  const hasKey = keyNames(entity).length > 0 && keyParts(entity).length === keyNames(entity).length;
  const fields = Object.entries(entity.fields)
    .filter(([, { foreignKey }]) => hasKey || foreignKey?.isManyToMany !== true)
    .map(([name, field]): [string, FieldConfig] => {
      const { of, precision, scale, zone, storedAs, foreignKey } = field;
      // `undefined` if it has a mistake of its own.
      const isRequired = (field.isRequired as boolean | undefined) ?? false;
      const texts = field.type === "enum" ? enumTexts(field) : [];
      const values = texts.length > 0 ? texts : undefined;
      // An enum without values, which is a mistake of its own, may be compared with any text.
      const type = field.type === "enum" && values === undefined ? "string" : field.type;
      return [
        name,
        { type, of, isEditable: false, isRequired, precision, scale, zone, storedAs, values, foreignKey },
      ];
    });
  return { ...entity, fields: Object.fromEntries(fields), permissions: {} };
}

function* checkClaim(value: ConditionValue, input: RuleInput): Iterable<ConditionMistake> {
  const text = "claim" in value ? `@user.${value.claim}` : value.text.trim();
  if (("text" in value && value.isQuoted) || !text.startsWith("@")) return;
  const quoted = quoteName(text);
  const claims = knownClaims(input);
  if (!("claim" in value))
    yield [`${quoted} is not a claim: write "@user.id" or "@user.<claim>", or put the text in quotes.`];
  else if (input.assumedAuth === undefined)
    yield [`${quoted} needs "auth", without which callers have no claims.`];
  else if (claims !== undefined && !claims.includes(value.claim)) {
    const guess = nearest(value.claim, claims);
    const message = `${quoted} is not a claim of users; there are: ${claims.join(", ")}.`;
    yield [message, guess === undefined ? undefined : `@user.${guess}`];
  }
}

/** The claims that users have. `undefined` if tokens come from elsewhere. */
function knownClaims(input: RuleInput): readonly string[] | undefined {
  const { entities, assumedAuth } = input;
  if (assumedAuth?.secretKey === undefined || assumedAuth.identify !== undefined) return undefined;
  const [name] = Object.entries(entities).find(([each]) => isUserEntity(each, assumedAuth)) ?? [];
  if (name === undefined) return undefined;
  const fields = readableFields(entityOfConditions(name, input));
  const names = fields.filter(({ type }) => type !== "json" && type !== "list").map((field) => field.name);
  return [...new Set(["id", ...names])];
}
