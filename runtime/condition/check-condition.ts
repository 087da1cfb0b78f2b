import { readableFields } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import { checkWhere } from "./check-where.js";
import type { CheckedCondition } from "./checked.js";
import type { Condition } from "./nodes.js";

/**
 * Type-checks a condition of a path against the fields that it may use.
 * @throws {ApiError} `invalid-condition` with every unknown field and every invalid value.
 */
export function checkCondition(
  condition: Condition,
  entity: Entity,
  usable: readonly Field[] = readableFields(entity),
): CheckedCondition {
  const noRelation = () => undefined;
  return checkWhere(condition, {
    entity,
    fields: usable,
    relationNames: () => [],
    relation: noRelation,
    claim: noRelation,
  });
}
