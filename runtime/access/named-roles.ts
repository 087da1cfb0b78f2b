import type { Model } from "../model/model.js";
import { roleOf } from "./authorize.js";

/** The roles on which the rights of callers depend, with `owner` if records have owners with rights. */
export function namedRoles({
  entities,
  ownOperations,
}: Pick<Model, "entities" | "ownOperations">): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { policy, fields } of entities) {
    for (const entry of Object.values(policy).flat()) named.add(roleOf(entry));
    for (const { settableBy = [] } of fields) for (const role of settableBy) named.add(role);
  }
  for (const operation of ownOperations) for (const role of operation.roles) named.add(role);
  return named;
}
