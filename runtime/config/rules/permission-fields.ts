import { fieldTypes } from "../../model/field-type.js";
import { quoteAll, quoteName } from "../../model/names.js";
import type { EntityConfig, ForeignKeyConfig, PermissionConfig, PermissionRuleConfig } from "../config.js";
import { findNamed } from "../find-name.js";
import { mustBeSupplied } from "../resolve/resolve-field.js";
import { systemFieldNames } from "../system-fields.js";
import { unknownName, type Entry, type Mistake } from "./rule.js";

/** The fields of a permission must exist, and creates must be able to set all required fields. */
export function* checkFields({ fields }: PermissionRuleConfig, entry: Entry): Iterable<Mistake> {
  if (fields === undefined) return;
  const { entity, operation } = entry;
  if (operation === "delete") {
    yield ["fields", "a record is deleted with all of its fields: remove it."];
    return;
  }
  const { include = [], exclude = [] } = fields;
  for (const [index, name] of include.entries()) {
    const option = `fields.include.${index}`;
    yield* checkName(name, entity, option);
    if (operation === "read" && isSecret(name, entity))
      yield [option, `${quoteName(name)} is a secret, which cannot be read: remove it.`];
  }
  const included = lowerCase(include);
  for (const [index, name] of exclude.entries()) {
    const option = `fields.exclude.${index}`;
    yield* checkName(name, entity, option);
    if (included.has(name.toLowerCase())) yield [option, `${quoteName(name)} is in "include" too.`];
  }
  if (operation === "create") yield* checkRequired(fields, entry);
}

type FieldLists = NonNullable<PermissionRuleConfig["fields"]>;

function* checkName(name: string, entity: EntityConfig, option: string): Iterable<Mistake> {
  const names = [...Object.keys(entity.fields), ...systemFieldNames(entity)];
  if (names.some((known) => known.toLowerCase() === name.toLowerCase())) return;
  const key = keyOfMember(name, entity);
  if (key !== undefined) {
    yield [option, `${quoteName(name)} is the record of a foreign key: name ${key} instead.`];
    return;
  }
  yield unknownName(option, "field", name, names);
}

/** The fields of the foreign key whose record has this name, as text. */
function keyOfMember(member: string, { fields, foreignKeys = [] }: EntityConfig): string | undefined {
  const isMember = ({ resolvedEntityName }: Partial<ForeignKeyConfig>) =>
    resolvedEntityName?.toLowerCase() === member.toLowerCase();
  const own = Object.keys(fields).filter((name) => isMember(fields[name]?.foreignKey ?? {}));
  const names = own.length > 0 ? own : foreignKeys.find(isMember)?.fields;
  return names?.map(quoteName).join(" and ");
}

function isSecret(name: string, { fields }: EntityConfig): boolean {
  const field = findNamed(name, fields);
  return field !== undefined && !fieldTypes[field.type].isReadable;
}

/**
 * Another rule with a field list may supply required fields, for callers who have both roles. Rules without a field
 * list do not count.
 */
function* checkRequired(fields: FieldLists, { entity, all }: Entry): Iterable<Mistake> {
  const others = all.flatMap((permission: PermissionConfig) =>
    typeof permission === "object" && permission.fields !== undefined && permission.fields !== fields
      ? [permission.fields]
      : [],
  );
  const missing = Object.entries(entity.fields)
    .filter(([, field]) => mustBeSupplied(field))
    .map(([name]) => name)
    .filter((name) => ![fields, ...others].some((lists) => gives(lists, name)));
  if (missing.length === 0) return;
  const message = `no record can be created with these fields, because a create must supply ${quoteAll(missing)}.`;
  yield ["fields", message];
}

/** Whether these lists allow the field. */
export function gives({ include, exclude = [] }: FieldLists = {}, name: string): boolean {
  const key = name.toLowerCase();
  return (include === undefined || lowerCase(include).has(key)) && !lowerCase(exclude).has(key);
}

function lowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
