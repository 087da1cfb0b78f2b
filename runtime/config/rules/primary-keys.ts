import type { ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { enumTexts } from "../../model/values/enum.js";
import { fieldTypeNames, fieldTypes } from "../../model/field-type.js";
import { nameMistake, quoteAll, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { AuthConfig, EntityConfig, FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { isMadeKey, keyNames, keyParts, ownKeyName } from "../keys.js";
import { ownerMemberNames, systemFieldNames, timeNames } from "../system-fields.js";
import { mistakesAt, type Mistake, type RuleInput } from "./rule.js";

const keyTypes = fieldTypeNames.filter((type) => fieldTypes[type].canBeKey);

/** The maximum length of a key's strings together: SQL Server's index holds 900 bytes, other fields included. */
export const MAX_KEY_LENGTH = 384;

/** The key's fields must exist, be required and not editable, and have types that every database can index. */
export function primaryKeys({ entities, assumedAuth }: RuleInput): readonly ConfigProblem[] {
  return Object.entries(entities).flatMap(([name, entity]) =>
    mistakesAt(`entities.${safeKey(name)}`, checkKey(entity, assumedAuth)),
  );
}

function* checkKey(entity: EntityConfig, auth: AuthConfig | undefined): Iterable<Mistake> {
  if (entity.primaryKey === undefined) {
    const message =
      "is required: the fields that identify a record, or [] if nothing does. The server adds no key to a read-only entity.";
    if (entity.isReadOnly === true) yield ["primaryKey", message];
  } else if (keyNames(entity).length === 0) yield* checkKeyless(entity);
  else if (ownKeyName(entity) !== undefined) yield* checkOwnName(entity, auth);
  else {
    yield* checkNames(entity);
    yield* checkParts(entity);
  }
}

/** A record without a key can neither be written nor found again. Its pages need another order. */
function* checkKeyless(entity: EntityConfig): Iterable<Mistake> {
  if (entity.isReadOnly !== true) {
    yield [
      "primaryKey",
      'is empty: records without a key cannot be written. Name the fields that identify a record, or set "isReadOnly" to true.',
    ];
    return;
  }
  if (entity.systemFields?.id !== undefined)
    yield [
      "systemFields.id",
      "applies to a key that the server adds, and these records have none: remove it.",
    ];
  const isSorted = ({ type }: FieldConfig) => fieldTypes[type].isSortable;
  if (!Object.values(entity.fields).some(isSorted) && systemFieldNames(entity).length === 0)
    yield ["fields", "records without a key need a field that can be sorted by."];
}

/** Checks the name of a key that the server adds. */
function* checkOwnName(entity: EntityConfig, auth: AuthConfig | undefined): Iterable<Mistake> {
  const times: readonly string[] = timeNames(entity);
  const owners = ownerMemberNames(entity, auth);
  for (const name of keyNames(entity)) {
    const lower = name.toLowerCase();
    const taken = times.includes(lower) ? "a time" : owners.includes(lower) ? "the owner" : undefined;
    const mistake =
      nameMistake(name) ?? (taken === undefined ? undefined : `is that of ${taken} that the server sets`);
    if (mistake !== undefined) yield ["primaryKey", `the field name ${quoteName(name)} ${mistake}.`];
  }
}

function* checkNames(entity: EntityConfig): Iterable<Mistake> {
  const names = keyNames(entity);
  const fields = Object.keys(entity.fields);
  const all = fields.length === 0 ? "there are none" : `there are: ${fields.map(safeKey).join(", ")}`;
  for (const [index, name] of names.entries()) {
    const option = typeof entity.primaryKey === "string" ? "primaryKey" : `primaryKey.${index}`;
    if (names.indexOf(name) < index) yield [option, `the field ${quoteName(name)} is in the key already.`];
    else if (!fields.includes(name))
      yield [option, `there is no field ${quoteName(name)}; ${all}.`, nearest(name, fields)];
  }
  if (entity.systemFields?.id !== undefined)
    yield [
      "systemFields.id",
      "applies to a key that the server adds, but the key of this entity is made of its fields: remove it.",
    ];
}

function* checkParts(entity: EntityConfig): Iterable<Mistake> {
  const parts = new Map(keyParts(entity));
  for (const [name, part] of parts)
    for (const [option, message] of checkPart(entity, name, part as FieldConfig))
      yield [`fields.${safeKey(name)}.${option}`, message];
  const length = [...parts.values()].reduce((sum, part) => sum + keyLength(part), 0);
  if (length <= MAX_KEY_LENGTH) return;
  const message = `the texts of the key may have ${length} characters together; ${MAX_KEY_LENGTH} are allowed, so that every database can index them: set "maxLength".`;
  yield ["primaryKey", message];
}

function* checkPart(entity: EntityConfig, name: string, field: FieldConfig): Iterable<Mistake> {
  if (!keyTypes.includes(field.type)) {
    const message = `a field of type "${field.type}" cannot be a key; these types can: ${quoteAll(keyTypes)}.`;
    yield ["type", message];
  }
  if (field.type === "enum" && field.values?.includes("") === true)
    yield ["values", "a key must not be empty: its record would have no path."];
  if (!field.isRequired) yield ["isRequired", "a key is never null: it must be required."];
  if (field.isEditable) yield ["isEditable", "a key never changes: it must not be editable."];
  if (field.default !== undefined)
    yield ["default", "a key cannot have a default, because it identifies one record: remove it."];
  const isFilled = isMadeKey(entity, name, field) || field.filledBy === "default";
  if (field.isIgnoredOnCreate === true && !isFilled) {
    const message =
      'a create must supply this key: only an "int", "bigint" or "uuid" that is the whole key is generated. If the database fills it, set "filledBy" to "default".';
    yield ["isIgnoredOnCreate", message];
  }
}

/** The length of a key's part, in characters. Two bytes take the place of one. */
export function keyLength(part: Pick<FieldConfig, "type"> & Partial<FieldConfig>): number {
  const { maxLength = 0 } = fieldLimits(part);
  if (part.type === "enum") return Math.max(0, ...enumTexts(part).map(({ length }) => length));
  if (part.type === "bytes") return Math.ceil(maxLength / 2);
  return part.type === "string" ? maxLength : 0;
}
