import type { EntityConfig, FieldConfig } from "data-api";
import { toldByHeader } from "../conformance/callers.js";
import type { TestConfig } from "../conformance/start-server.js";
import type { BareCondition } from "../unit/condition/arbitrary-condition.js";
import { printCondition } from "./print-condition.js";

export type FieldTypeName = FieldConfig["type"];

/** A configuration for the oracle: everything that the product infers is explicit. */
export interface World {
  readonly entities: readonly WorldEntity[];
  /** Whether a header identifies the caller. Else all callers are anonymous. */
  readonly hasCallers: boolean;
  readonly isStrict: boolean;
}

export interface WorldEntity {
  readonly name: string;
  /** In the order of a record's members. */
  readonly members: readonly Member[];
  readonly keys: readonly Member[];
  readonly hasOwner: boolean;
  readonly entries: Readonly<Record<Operation, readonly Entry[]>>;
  /** The options of the entity other than fields and permissions. */
  readonly options: Partial<EntityConfig>;
}

export const operations = ["read", "create", "update", "delete"] as const;
export type Operation = (typeof operations)[number];

export interface Member {
  readonly name: string;
  readonly type: FieldTypeName;
  /** How the server generates its values. `undefined` if callers send them. */
  readonly made: "key" | "time" | "owner" | undefined;
  /** As configured. `undefined` for members that the server adds. */
  readonly config: FieldConfig | undefined;
  readonly isNullable: boolean;
  readonly target: { readonly entity: string; readonly member: string } | undefined;
}

/** A permission: a role that may do an operation. */
export interface Entry {
  readonly role: string;
  /** As configured. */
  readonly fields:
    | { readonly include: readonly string[] }
    | { readonly exclude: readonly string[] }
    | undefined;
  /** An unquoted value that begins with `@user.` is a claim. */
  readonly where: BareCondition | undefined;
}

/** The largest page: small, so that requests can exceed it. */
export const MAX_TAKE = 20;

export function configOf({ entities, hasCallers, isStrict }: World): TestConfig {
  return {
    entities: Object.fromEntries(entities.map((entity) => [entity.name, entityConfig(entity)])),
    ...(hasCallers && { auth: toldByHeader }),
    ...(isStrict && { strictBody: true }),
    server: { maxTake: MAX_TAKE },
  };
}

function entityConfig({ members, entries, options }: WorldEntity): EntityConfig {
  const fields = members.flatMap(({ name, config }) =>
    config === undefined ? [] : [[name, config] as const],
  );
  const permissions = operations.map(
    (operation) => [operation, entries[operation].map(toPermission)] as const,
  );
  return { ...options, fields: Object.fromEntries(fields), permissions: Object.fromEntries(permissions) };
}

function toPermission({ role, fields, where }: Entry) {
  if (fields === undefined && where === undefined) return role;
  return {
    role,
    ...(fields !== undefined && { fields }),
    ...(where !== undefined && { where: printCondition(where) }),
  };
}
