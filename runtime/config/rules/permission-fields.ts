import type { ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { fieldTypes } from "../../model/field-type.js";
import { quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig, FieldConfig, PermissionConfig, PermissionRuleConfig } from "../config.js";
import { mustBeSupplied } from "../resolve-field.js";
import { systemFieldNames } from "../system-fields.js";
import type { Entry } from "./rule.js";

/** The fields of a permission must exist, and creates must be able to set all required fields. */
export function checkFields({ fields }: PermissionRuleConfig, entry: Entry): readonly ConfigProblem[] {
  if (fields === undefined) return [];
  const path = `${entry.path}.fields`;
  if (entry.operation === "delete")
    return [{ path, message: "a record is deleted with all of its fields: remove it." }];
  const { include = [], exclude = [] } = fields;
  const included = lowerCase(include);
  return [
    ...include.flatMap((name, index) => [
      ...checkName(name, entry.entity, `${path}.include.${index}`),
      ...(entry.operation === "read" ? checkReadable(name, entry.entity, `${path}.include.${index}`) : []),
    ]),
    ...exclude.flatMap((name, index) => [
      ...checkName(name, entry.entity, `${path}.exclude.${index}`),
      ...(included.has(name.toLowerCase())
        ? [{ path: `${path}.exclude.${index}`, message: `${quoteName(name)} is in "include" too.` }]
        : []),
    ]),
    ...(entry.operation === "create" ? checkRequired(fields, entry, path) : []),
  ];
}

type FieldLists = NonNullable<PermissionRuleConfig["fields"]>;

function checkName(name: string, entity: EntityConfig, path: string): readonly ConfigProblem[] {
  const names = [...Object.keys(entity.fields), ...systemFieldNames(entity)];
  if (names.some((known) => known.toLowerCase() === name.toLowerCase())) return [];
  const key = keyOfMember(name, entity);
  if (key !== undefined)
    return [{ path, message: `${quoteName(name)} goes with "${key}": name that instead.` }];
  const guess = nearest(name, names);
  const message = `there is no field ${quoteName(name)}; there are: ${names.map(safeKey).join(", ")}.`;
  return [{ path, message, ...(guess !== undefined && { hint: `Did you mean "${guess}"?` }) }];
}

/** The foreign key that resolves to this member. */
function keyOfMember(member: string, { fields }: EntityConfig): string | undefined {
  const isMember = ({ foreignKey }: FieldConfig) =>
    foreignKey?.resolvedEntityName?.toLowerCase() === member.toLowerCase();
  return Object.keys(fields).find((name) => isMember(fields[name] as FieldConfig));
}

function checkReadable(name: string, { fields }: EntityConfig, path: string): readonly ConfigProblem[] {
  const field = Object.entries(fields).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
  if (field === undefined || fieldTypes[field.type].isReadable) return [];
  return [{ path, message: `${quoteName(name)} is a secret, which nobody can read: remove it.` }];
}

/**
 * Required fields may come from another rule with a field list, for callers who have both roles. Rules
 * without a field list do not count.
 */
function checkRequired(fields: FieldLists, { entity, all }: Entry, path: string): readonly ConfigProblem[] {
  const others = all.flatMap((permission: PermissionConfig) =>
    typeof permission === "object" && permission.fields !== undefined && permission.fields !== fields
      ? [permission.fields]
      : [],
  );
  const missing = Object.entries(entity.fields)
    .filter(([, field]) => mustBeSupplied(field))
    .map(([name]) => name)
    .filter((name) => ![fields, ...others].some((lists) => gives(lists, name)));
  if (missing.length === 0) return [];
  const names = missing.map((name) => `"${name}"`).join(", ");
  return [{ path, message: `it can create nothing, because a create must supply ${names}.` }];
}

function gives({ include, exclude = [] }: FieldLists, name: string): boolean {
  const key = name.toLowerCase();
  return (include === undefined || lowerCase(include).has(key)) && !lowerCase(exclude).has(key);
}

function lowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
