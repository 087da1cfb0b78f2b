import type { SelectedOf, SelectOf } from "../read/select-types.js";
import type { ApiTypes, EntityIn, EntityTypes } from "./api-types.js";
import { withReferences, type BatchReference } from "./batch-reference.js";
import type { CreateOptions } from "./client-options.js";
import type { Connection } from "./connection.js";
import { matching, preferring, RECORDS, STRICT, type WholeRecord } from "./entity-client.js";
import { unexpected } from "./parse-answer.js";
import { withTag } from "./tag-of.js";

/** The values of an input, each of which may be a reference. */
type Referring<T> = T extends readonly unknown[]
  ? readonly (T[number] | BatchReference)[] | BatchReference
  : T | BatchReference;
type Input<T> = { readonly [K in keyof T]: Referring<T[K]> };
type Id<T> = T extends object ? Input<T> : T | BatchReference;

interface ItemName {
  /** The name by which later operations refer to the answer. */
  readonly as?: string;
}

interface VersionedItem extends ItemName {
  /** The expected version: a tag, or a record that was read with its tag. */
  readonly ifMatch?: string | object;
}

type OperationOf<N, E extends EntityTypes> =
  | (ItemName & { readonly create: N; readonly input: Input<E["input"]> })
  | (VersionedItem & { readonly update: N; readonly id: Id<E["id"]>; readonly changes: Input<E["changes"]> })
  | (VersionedItem & { readonly delete: N; readonly id: Id<E["id"]> })
  | (ItemName & {
      readonly read: N;
      readonly id: Id<E["id"]>;
      readonly select?: SelectOf<E["shape"]> | string;
    });

/** An operation of a batch. */
export type BatchOperation<A extends ApiTypes> = {
  [N in keyof A["entities"] & string]: A["entities"][N] extends EntityTypes
    ? OperationOf<N, A["entities"][N]>
    : never;
}[keyof A["entities"] & string];

/** The result of a write. A caller who may not read the record gets no record. */
interface WriteAnswer<E extends EntityTypes> {
  readonly status: number;
  readonly record?: WholeRecord<E["shape"]>;
  readonly etag?: string;
}

type ResultOf<A extends ApiTypes, O> = O extends { readonly create: infer N }
  ? WriteAnswer<EntityIn<A, N>> & { readonly id: EntityIn<A, N>["id"] }
  : O extends { readonly read: infer N }
    ? {
        readonly status: number;
        readonly etag: string;
        readonly record: O extends { readonly select: infer T }
          ? SelectedOf<EntityIn<A, N>["shape"], T>
          : WholeRecord<EntityIn<A, N>["shape"]>;
      }
    : O extends { readonly update: infer N }
      ? WriteAnswer<EntityIn<A, N>>
      : O extends { readonly delete: infer N }
        ? WriteAnswer<EntityIn<A, N>>
        : never;

/** A result for each operation, in their order. */
export type BatchResults<A extends ApiTypes, O extends readonly unknown[]> = {
  readonly [I in keyof O]: ResultOf<A, O[I]>;
};

export type BatchOptions = CreateOptions;

interface AnyOperation extends VersionedItem {
  readonly id?: unknown;
  readonly input?: unknown;
  readonly changes?: unknown;
}

interface AnyResult {
  readonly record?: object;
  readonly etag?: string;
}

/** Sends a batch. @throws {ClientError} */
export async function sendBatch(
  { sendOnce }: Pick<Connection, "sendOnce">,
  operations: readonly AnyOperation[],
  { idempotencyKey, strict, ...options }: BatchOptions = {},
): Promise<readonly AnyResult[]> {
  const path = "/api/batch";
  const body = { operations: operations.map(toSent) };
  const request = preferring({ ...options, method: "POST", path, body }, RECORDS, strict && STRICT);
  const answer = await sendOnce(request, idempotencyKey);
  const results = (answer.body as { readonly results?: readonly AnyResult[] } | null)?.results;
  if (!Array.isArray(results)) throw unexpected(`POST ${path}`, "without results");
  return results.map((result: AnyResult, index) => {
    // A selection has no version: that is the tag of the whole record.
    if (result.record !== undefined && !("select" in (operations[index] ?? {})))
      withTag(result.record, result.etag ?? null);
    return result;
  });
}

function toSent({ ifMatch, id, input, changes, ...rest }: AnyOperation): object {
  return {
    ...rest,
    ...(id !== undefined && { id: withReferences(id) }),
    ...(input !== undefined && { input: withReferences(input) }),
    ...(changes !== undefined && { changes: withReferences(changes) }),
    ...(ifMatch !== undefined && { ifMatch: matching(ifMatch)["If-Match"] }),
  };
}
