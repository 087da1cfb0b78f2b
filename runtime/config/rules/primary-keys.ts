import type { ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { fieldTypeNames, fieldTypes } from "../../model/field-type.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { AuthConfig, EntityConfig, FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { isMadeKey, keyNames, keyParts, ownKeyName } from "../keys.js";
import { ownerMemberNames, timeNames } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

/** `float` is excluded: floats that differ may look alike, so a path could not identify the record. */
const keyTypes = fieldTypeNames.filter((type) => fieldTypes[type].isIndexable && type !== "float");

/**
 * The maximum length of a key's strings together: SQL Server's index holds 900 bytes, other fields included.
 */
export const MAX_KEY_LENGTH = 384;

/**
 * The key's fields must exist, be required and not editable, and have types that every database can index.
 */
export function primaryKeys({ entities, assumedAuth }: RuleInput): readonly ConfigProblem[] {
  return Object.entries(entities).flatMap(([name, entity]) => {
    const path = `entities.${safeKey(name)}`;
    if (entity.primaryKey === undefined) return checkDefault(entity, path);
    return ownKeyName(entity) === undefined
      ? [...checkNames(entity, path), ...checkParts(entity, path)]
      : checkOwnName(entity, assumedAuth, `${path}.primaryKey`);
  });
}

function checkDefault({ isReadOnly }: EntityConfig, path: string): readonly ConfigProblem[] {
  if (isReadOnly !== true) return [];
  const message =
    "is required: the fields that identify a record, because the server adds no key to a read-only entity.";
  return [{ path: `${path}.primaryKey`, message }];
}

/** Checks the name of a key that the server adds. */
function checkOwnName(
  entity: EntityConfig,
  auth: AuthConfig | undefined,
  path: string,
): readonly ConfigProblem[] {
  const times: readonly string[] = timeNames(entity);
  const owners = ownerMemberNames(entity, auth);
  return keyNames(entity).flatMap((name) => {
    const lower = name.toLowerCase();
    const taken = times.includes(lower) ? "a time" : owners.includes(lower) ? "the owner" : undefined;
    const mistake =
      nameMistake(name) ?? (taken === undefined ? undefined : `is that of ${taken} that the server sets`);
    return mistake === undefined ? [] : [{ path, message: `the field name ${quoteName(name)} ${mistake}.` }];
  });
}

function checkNames(entity: EntityConfig, path: string): readonly ConfigProblem[] {
  const names = keyNames(entity);
  const fields = Object.keys(entity.fields);
  const all = fields.length === 0 ? "there are none" : `there are: ${fields.map(safeKey).join(", ")}`;
  const idOfOwnKey =
    entity.systemFields?.id === undefined
      ? []
      : [
          {
            path: `${path}.systemFields.id`,
            message: "is about a key that the server adds, and here fields of the entity are the key.",
          },
        ];
  const mistakes = names.flatMap((name, index) => {
    const place = typeof entity.primaryKey === "string" ? "primaryKey" : `primaryKey.${index}`;
    if (names.indexOf(name) < index)
      return [{ path: `${path}.${place}`, message: `the field ${quoteName(name)} is in the key already.` }];
    if (fields.includes(name)) return [];
    const guess = nearest(name, fields);
    return [
      {
        path: `${path}.${place}`,
        message: `there is no field ${quoteName(name)}; ${all}.`,
        ...(guess !== undefined && { hint: `Did you mean "${guess}"?` }),
      },
    ];
  });
  return [...mistakes, ...idOfOwnKey];
}

function checkParts(entity: EntityConfig, path: string): readonly ConfigProblem[] {
  const parts = new Map(keyParts(entity));
  const mistakes = Array.from(parts, ([name, part]) =>
    Array.from(checkPart(entity, name, part as FieldConfig), ({ option, message }) => ({
      path: `${path}.fields.${safeKey(name)}.${option}`,
      message,
    })),
  );
  return [...mistakes.flat(), ...checkLength([...parts.values()], path)];
}

function* checkPart(
  entity: EntityConfig,
  name: string,
  field: FieldConfig,
): Iterable<{ option: string; message: string }> {
  if (!keyTypes.includes(field.type)) {
    const types = keyTypes.map((type) => `"${type}"`).join(", ");
    yield {
      option: "type",
      message: `a field of type "${field.type}" cannot be a key; those of these types can: ${types}.`,
    };
  }
  if (!field.isRequired) yield { option: "isRequired", message: "a key is never null: it must be required." };
  if (field.isEditable)
    yield { option: "isEditable", message: "a key never changes: it must not be editable." };
  if (field.default !== undefined)
    yield { option: "default", message: "a key has no default: every record has another." };
  if (field.isIgnoredOnCreate === true && !isMadeKey(entity, name, field)) {
    yield {
      option: "isIgnoredOnCreate",
      message:
        'a create must supply this key: only an "int", "bigint" or "uuid" that is the whole key is made by itself.',
    };
  }
}

function checkLength(
  parts: readonly (Pick<FieldConfig, "type"> & Partial<FieldConfig>)[],
  path: string,
): readonly ConfigProblem[] {
  // Two bytes take the place of one character.
  const length = parts.reduce((sum, part) => {
    const most = fieldLimits(part).maxLength ?? 0;
    return sum + (part.type === "string" ? most : part.type === "bytes" ? Math.ceil(most / 2) : 0);
  }, 0);
  if (length <= MAX_KEY_LENGTH) return [];
  const message = `the texts of the key may have ${length} characters together; ${MAX_KEY_LENGTH} are allowed, so that every database can index them: set "maxLength".`;
  return [{ path: `${path}.primaryKey`, message }];
}
