import type {
  EntityConfig,
  FieldConfig,
  PermissionConfig,
  PermissionRuleConfig,
} from "../../../runtime/config/config.js";
import { role as roleShape } from "../../../runtime/model/settings/entity-shape.js";
import { operations, type DialectName, type Operation } from "../../../runtime/model/model.js";
import type { ImportedEntity } from "../imported.js";
import { quoted } from "../../one-line.js";
import type { DabEntity } from "./dab-entity.js";
import { dabColumn } from "./dab-tables.js";
import { toCondition, type PolicyField } from "./dab-policy.js";
import { itemsOf, memberOf, dabText, textsOf, type DabValue } from "./dab-values.js";

/** Roles that have another meaning here. */
const OWN_ROLES = ["guest", "member", "owner"];
const systemRoles: Readonly<Record<string, string>> = { anonymous: "guest", authenticated: "member" };

/** A permission that cannot be carried over, with the reason. */
class NotGiven extends Error {}

/**
 * The permissions of the file, and a sentence for each one without a counterpart, which is left out, so that no role
 * may do more than before.
 */
export function dabPermissions(
  dab: DabEntity,
  entity: ImportedEntity,
  dialect: DialectName,
): { readonly permissions: EntityConfig["permissions"]; readonly notes: readonly string[] } {
  const allowed = operations.filter((operation) => entity.options.permissions[operation] !== undefined);
  const given = new Map<Operation, PermissionConfig[]>(allowed.map((operation) => [operation, []]));
  const refused = new Map<string, Operation[]>();
  const notes: string[] = [];
  for (const permission of itemsOf(memberOf(dab.at, "permissions"))) {
    const name = dabText(permission, "role") ?? "";
    const actions = memberOf(permission, "actions");
    for (const action of typeof actions.value === "string" ? [actions] : itemsOf(actions)) {
      const verb = dabText(typeof action.value === "string" ? action : memberOf(action, "action")) ?? "";
      const asked =
        verb === "*" ? operations : operations.filter((operation) => operation === verb.toLowerCase());
      if (asked.length === 0)
        notes.push(`${quoted(name)} may not ${quoted(verb)}: there is no such operation.`);
      for (const operation of asked) {
        try {
          const list = given.get(operation);
          if (list === undefined)
            throw new NotGiven(
              entity.options.isReadOnly === true ? "the entity is read-only" : "no record can be created",
            );
          const rule = ruleOf(name, operation, typeof action.value === "string" ? undefined : action);
          if (!list.some((other) => JSON.stringify(other) === JSON.stringify(rule))) list.push(rule);
        } catch (error) {
          if (!(error instanceof NotGiven)) throw error;
          const sentence = `${quoted(name)} may not … here: ${error.message}.`;
          refused.set(sentence, [...(refused.get(sentence) ?? []), operation]);
        }
      }
    }
  }
  const sentences = [...refused].map(([sentence, asked]) => sentence.replace("…", () => asked.join(", ")));
  return { permissions: Object.fromEntries(given), notes: [...notes, ...sentences] };

  function ruleOf(name: string, operation: Operation, action: DabValue | undefined): PermissionConfig {
    const role = roleOf(name);
    if (action === undefined) return role;
    if (memberOf(action, "policy", "request").value !== undefined)
      throw new NotGiven("its policy is about the request");
    const policy = dabText(action, "policy", "database");
    const where = policy === undefined || policy.trim() === "" ? undefined : whereOf(policy);
    const fields = operation === "delete" ? undefined : fieldsOf(memberOf(action, "fields"));
    if (where === undefined && fields === undefined) return role;
    return { role, ...(fields !== undefined && { fields }), ...(where !== undefined && { where }) };
  }

  function whereOf(policy: string): string {
    const condition = toCondition(policy, fieldNamed);
    if (typeof condition === "string") throw new NotGiven(`its policy cannot be a condition, ${condition}`);
    return condition.where;
  }

  function fieldsOf(lists: DabValue): PermissionRuleConfig["fields"] {
    const [include, exclude] = [memberOf(lists, "include"), memberOf(lists, "exclude")].map((list) =>
      list.value === undefined ? undefined : textsOf(list),
    );
    if (exclude?.includes("*") === true) throw new NotGiven("it excludes all fields");
    const excluded = (exclude ?? []).flatMap((name) => nameOf(name, "exclude"));
    if (include === undefined || include.includes("*"))
      return excluded.length === 0 ? undefined : { exclude: excluded };
    const included = include
      .flatMap((name) => nameOf(name, "include"))
      .filter((name) => !excluded.includes(name));
    if (included.length === 0) throw new NotGiven("it includes no field");
    return { include: included };
  }

  /** The field with this name; none if its column is left out. */
  function nameOf(name: string, list: "include" | "exclude"): readonly string[] {
    const column = dabColumn(name, entity.table, dab);
    if (column === undefined)
      throw new NotGiven(`${quoted(name)} in its "${list}" is no column, or could be two`);
    const field = fieldName(column);
    return field === undefined ? [] : [field];
  }

  function fieldName(column: string): string | undefined {
    const field = entity.fields.find((each) => each.column === column);
    // The server adds its own key and times, which are not fields of the configuration.
    if (field === undefined) return column;
    return field.options === undefined ? undefined : field.name;
  }

  function fieldNamed(text: string): PolicyField | undefined {
    const column = dabColumn(text, entity.table, dab);
    const name = column === undefined ? undefined : fieldName(column);
    if (column === undefined || name === undefined) return undefined;
    const stored = entity.table.columns.find((each) => each.name === column);
    const isExact = dialect === "postgres" && stored?.type !== "citext";
    return { name, type: typeOf(column), isExact };
  }

  function typeOf(column: string): FieldConfig["type"] {
    const field = entity.fields.find((each) => each.column === column);
    const key = entity.keys.find((each) => each.column.name === column);
    return field?.options?.type ?? key?.field.type ?? "datetime";
  }
}

function roleOf(name: string): string {
  const lower = name.toLowerCase();
  if (Object.hasOwn(systemRoles, lower)) return systemRoles[lower] ?? lower;
  if (OWN_ROLES.includes(lower))
    throw new NotGiven("a role of this name has a special meaning here; choose another name");
  if (!roleShape.safeParse(name).success)
    throw new NotGiven("a role is a name without blanks, of 1 to 128 characters");
  return name;
}
