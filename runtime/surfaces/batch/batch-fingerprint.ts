import type { Caller } from "../../access/caller.js";
import type { Model } from "../../model/model.js";
import { sha256 } from "../../write/idempotent-create.js";
import type { BatchOperation } from "./batch-operation.js";

/**
 * A hash of what a batch asks for and of what its answer depends on. Secrets are left out, because a fast hash would
 * let an attacker guess them.
 * @param prefer The header, by which the answer has records.
 */
export function fingerprintOf(
  operations: readonly BatchOperation[],
  { roles }: Caller,
  prefer: unknown,
  model: Model,
): string {
  const asked = operations.map(({ kind, entityName, name, id, input, ifMatch, select }) => [
    [kind, entityName.toLowerCase(), name ?? null, id ?? null, ifMatch ?? null, select ?? null],
    withoutSecrets(input, entityName, model),
  ]);
  return sha256([roles.toSorted(), prefer ?? null, asked]);
}

function withoutSecrets(input: object, entityName: string, { entitiesByName }: Model): object {
  const fields = entitiesByName.get(entityName.toLowerCase())?.fieldsByName;
  const isSecret = (name: string) => fields?.get(name)?.type === "secret" || name === "confirmpassword";
  return Object.entries(input).map(([name, value]) => [
    name,
    isSecret(name.toLowerCase()) ? null : (value as unknown),
  ]);
}
