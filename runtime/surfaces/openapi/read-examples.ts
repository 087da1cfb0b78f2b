import { conflictTargets } from "../../model/conflict-targets.js";
import { fieldTypes } from "../../model/field-type.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import type { Shown } from "./audience.js";
import { exampleOf } from "./example-values.js";

/** Examples for the reads of an entity. */
export interface ReadExamples {
  /** `undefined` if there is no field that all callers can use in conditions. */
  readonly condition: string | undefined;
  /** `undefined` if no field can be sorted by. */
  readonly order: string | undefined;
  /** The fields by which an upsert finds a record. `undefined` if there are none. */
  readonly conflict: string | undefined;
}

/**
 * A condition and an order with existing fields that every caller may use.
 * @param shown `undefined` if nobody may read.
 */
export function readExamples(entity: Entity, shown: Shown | undefined): ReadExamples {
  const [target] = conflictTargets(entity);
  const conflict = target?.map(({ name }) => name).join();
  if (shown === undefined) return { condition: undefined, order: undefined, conflict };
  const usable = [...entity.keys, ...readableFields(entity)].filter(
    ({ name, isReadable }) => isReadable && shown.alwaysHas(name),
  );
  const compared = usable.find(({ type }) => ["ordered", "text"].includes(fieldTypes[type].conditions));
  const sortable = usable.filter(({ type }) => fieldTypes[type].isSortable);
  const sorted = sortable.find(({ system }) => system === "createdat") ?? sortable[0];
  return {
    condition: compared === undefined ? undefined : conditionOn(compared),
    order: sorted === undefined ? undefined : `~${sorted.name}`,
    conflict,
  };
}

function conditionOn(field: Field): string {
  if (field.system === "key" && field.type === "int") return `${field.name}>10`;
  const value = exampleOf(field);
  const text = typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(value);
  return `${field.name}=${text}`;
}
