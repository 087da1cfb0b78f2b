import type { Caller } from "../../access/caller.js";
import type { Model } from "../../model/model.js";
import { isSecretMember } from "../../write/steps/create-fingerprint.js";
import { sha256 } from "../../write/steps/sha256.js";
import type { BatchOperation } from "./batch-operation.js";

/**
 * A hash of what a batch asks for and of what its answer depends on, as the fingerprint of a create.
 * @param prefer The header, by which the answer has records.
 */
export function batchFingerprint(
  key: string,
  operations: readonly BatchOperation[],
  { roles }: Caller,
  prefer: unknown,
  model: Model,
): string {
  const asked = operations.map(({ kind, entityName, name, id, input, ifMatch, select }) => [
    [kind, entityName.toLowerCase(), name ?? null, id ?? null, ifMatch ?? null, select ?? null],
    withoutSecrets(input, entityName, model),
  ]);
  return sha256([key, roles.toSorted(), prefer ?? null, asked]);
}

function withoutSecrets(input: object, entityName: string, { entitiesByName }: Model): object {
  const entity = entitiesByName.get(entityName.toLowerCase());
  return Object.entries(input).map(([name, value]) => [
    name,
    isSecretMember(name.toLowerCase(), entity) ? null : (value as unknown),
  ]);
}
