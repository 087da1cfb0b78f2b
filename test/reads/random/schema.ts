import type { EntityConfig, FieldConfig } from "data-api";
import { toldByHeader } from "../../conformance/callers.js";
import type { TestConfig } from "../../conformance/start-server.js";
import { toText, type Node } from "./conditions.js";

/** Entities in the oracle's form. It shares no code with the product. */
export interface Schema {
  readonly tables: readonly Table[];
}

export interface Table {
  readonly name: string;
  /** In the order of a record's members, with the key and the owner. */
  readonly fields: readonly Column[];
  readonly links: readonly Link[];
  readonly rules: readonly Rule[];
  /** The condition that a record must meet to be read by any caller. */
  readonly validator: Node | undefined;
}

export interface Column {
  readonly name: string;
  readonly type: "int" | "string" | "boolean";
  readonly isSystem?: true;
  /** Whether the field is part of a composite key. */
  readonly isPartOfKey?: true;
  readonly key?: Key;
}

/** The target of a foreign key, and the names of the relations in both directions. */
export interface Key {
  readonly target: string;
  readonly relation: string;
  readonly inverse: string | undefined;
  readonly isUnique: boolean;
}

/** A many-to-many list. */
export interface Link {
  readonly name: string;
  readonly key: Key;
}

/** A read permission. */
export interface Rule {
  readonly role: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly where?: Node;
}

/** A relation of a table. */
export interface Path {
  readonly name: string;
  readonly isList: boolean;
  readonly target: Table;
  /** The member with the foreign key. With `isInverse` it belongs to the target. */
  readonly member: string;
  readonly isInverse: boolean;
  readonly isLink: boolean;
}

export function tableOf({ tables }: Schema, name: string): Table {
  const table = tables.find((each) => each.name === name);
  if (table === undefined) throw new Error(`There is no table "${name}".`);
  return table;
}

export function pathsOf(schema: Schema, table: Table): readonly Path[] {
  const own = [
    ...table.fields.flatMap(({ name, key }) =>
      key === undefined ? [] : [{ member: name, key, isLink: false }],
    ),
    ...table.links.map(({ name, key }) => ({ member: name, key, isLink: true })),
  ].map(({ member, key, isLink }): Path => ({
    name: key.relation,
    isList: isLink,
    target: tableOf(schema, key.target),
    member,
    isInverse: false,
    isLink,
  }));
  const inverse = schema.tables.flatMap((target) =>
    [
      ...target.fields.flatMap(({ name, key }) =>
        key === undefined ? [] : [{ member: name, key, isLink: false }],
      ),
      ...target.links.map(({ name, key }) => ({ member: name, key, isLink: true })),
    ].flatMap(({ member, key, isLink }): readonly Path[] =>
      key.target !== table.name || key.inverse === undefined
        ? []
        : [{ name: key.inverse, isList: isLink || !key.isUnique, target, member, isInverse: true, isLink }],
    ),
  );
  return [...own, ...inverse];
}

/** The configuration of a dynamic server. A header identifies its callers. */
export function configOf({ tables }: Schema): TestConfig {
  return {
    auth: toldByHeader,
    entities: Object.fromEntries(tables.map((table) => [table.name, entityOf(table)])),
  };
}

function entityOf({ fields, links, rules, validator }: Table): EntityConfig {
  const own = fields.filter(({ isSystem }) => isSystem === undefined);
  const keys = own.filter(({ isPartOfKey }) => isPartOfKey).map(({ name }) => name);
  const text = validator && written(validator);
  return {
    fields: Object.fromEntries([
      ...own.map(({ name, type, key, isPartOfKey }) => [
        name,
        isPartOfKey
          ? {
              type,
              isEditable: false,
              isRequired: true,
              maxLength: type === "string" ? 10 : undefined,
              foreignKey: null,
            }
          : fieldOf(type, key, false),
      ]),
      ...links.map(({ name, key }) => [name, fieldOf("int", key, true)]),
    ]) as Record<string, FieldConfig>,
    systemFields: { createdat: false, updatedat: false },
    ...(keys.length > 0 && { primaryKey: keys }),
    permissions: {
      read: rules.map(({ role, include, exclude, where }) => {
        const isPlain = include === undefined && exclude === undefined && where === undefined;
        if (isPlain) return role;
        const lists = {
          ...(include && { include: [...include] }),
          ...(exclude && { exclude: [...exclude] }),
        };
        return {
          role,
          ...((include ?? exclude) && { fields: lists }),
          ...(where && { where: written(where) }),
        };
      }),
    },
    ...(text !== undefined && { readValidator: () => text }),
  };
}

function fieldOf(type: Column["type"], key: Key | undefined, isManyToMany: boolean): FieldConfig {
  return {
    type,
    isEditable: true,
    isRequired: false,
    ...(key && {
      ...(key.isUnique && { isUnique: true }),
      foreignKey: {
        targetEntityName: key.target,
        resolvedEntityName: key.relation,
        ...(key.inverse !== undefined && { inverseName: key.inverse }),
        ...(isManyToMany && { isManyToMany }),
      },
    }),
  };
}

function written(node: Node): string {
  const text = toText(node);
  if (text === undefined) throw new Error("A rule must be a text.");
  return text;
}
