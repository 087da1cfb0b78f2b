import { roleOf } from "../../runtime/access/authorize.js";
import { GUEST_ROLE, MEMBER_ROLE, OWNER_ROLE } from "../../runtime/access/caller.js";
import type { Entity, Field, Model, Operation } from "../../runtime/model/model.js";

/** The body of a request, where `{{name}}` in a text is a variable. */
export type Body = Readonly<Record<string, unknown>>;

/** What bodies are built from. */
export interface Examples {
  readonly model: Model;
  /** In the order in which their records are created. */
  readonly entities: readonly Entity[];
  /** The example of each create. */
  readonly creates: ReadonlyMap<Entity, Body>;
}

/** An example with references to records that earlier requests create. */
export function fillBody(entity: Entity, example: Body, examples: Examples): Body {
  const { model, entities } = examples;
  const filled: Record<string, unknown> = { ...example };
  for (const { fields, targetEntityName } of entity.foreignKeys) {
    const target = model.entitiesByName.get(targetEntityName.toLowerCase());
    for (const [index, { name, isRequired }] of fields.entries()) {
      if (!Object.hasOwn(filled, name)) continue;
      const key = target?.keys[index];
      const isEarlier = target !== undefined && entities.indexOf(target) < entities.indexOf(entity);
      const value =
        isEarlier && key !== undefined ? keyOfCreated(target, key, filled[name], examples) : undefined;
      if (value !== undefined) filled[name] = value;
      // A record with the key of the example may not exist.
      else if (!isRequired) Reflect.deleteProperty(filled, name);
    }
  }
  return filled;
}

/**
 * The value of a key field of the record that a request creates. `undefined` if a new user may not create one.
 * @param like The key in an example: a number stands without quotes.
 */
export function keyOfCreated(entity: Entity, key: Field, like: unknown, examples: Examples): unknown {
  const create = examples.creates.get(entity);
  // The user is known from the log-in.
  if (entity.users === undefined) {
    if (create === undefined || rolesFor(entity, "create").length > 0) return undefined;
    if (Object.hasOwn(create, key.name)) return fillBody(entity, create, examples)[key.name];
  }
  const variable = `{{${keyVariable(entity, key)}}}`;
  return typeof like === "number" ? unquoted(variable) : variable;
}

/** The variable with the key of the record that was created. A name cannot hold a dash, so it is unique. */
export function keyVariable(entity: Entity, key: Field): string {
  return `${entity.name}-${key.name}`;
}

/** The roles that may do an operation, if a new user has none of them. */
export function rolesFor({ policy }: Entity, operation: Operation): readonly string[] {
  const roles = policy[operation].map(roleOf);
  const isForNewUsers = roles.some((role) => [GUEST_ROLE, MEMBER_ROLE, OWNER_ROLE].includes(role));
  return isForNewUsers ? [] : [...new Set(roles)];
}

const unquoted = (variable: string) => `\u0000${variable}\u0000`;

export function bodyText(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll(/"\\u0000(.*?)\\u0000"/g, "$1");
}

/** A value in a path. Variables are left for the tool to fill in. */
export function pathText(value: unknown): string {
  const text = String(value).replaceAll("\u0000", "");
  return /^\{\{[\w-]+\}\}$/.test(text) ? text : encodeURIComponent(text);
}
