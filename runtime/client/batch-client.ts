import type { SelectedOf, SelectOf } from "../read/select-types.js";
import type { ApiTypes, EntityTypes } from "./api-types.js";
import { withReferences, type BatchReference } from "./batch-reference.js";
import type { CallOptions } from "./client-options.js";
import type { Connection } from "./connection.js";
import { matching, type WholeRecord } from "./entity-client.js";
import { unexpected } from "./parse-answer.js";
import { randomKey } from "./random-key.js";
import { withTag } from "./tag-of.js";

/** The values of an input, each of which may be a reference. */
type Referring<T> = T extends readonly unknown[]
  ? readonly (T[number] | BatchReference)[] | BatchReference
  : T | BatchReference;
type Input<T> = { readonly [K in keyof T]: Referring<T[K]> };
type Id<T> = T extends object ? Input<T> : T | BatchReference;

interface Named {
  /** The name by which later operations refer to the answer. */
  readonly as?: string;
}

interface Versioned extends Named {
  /** The expected version: a tag, or a record that was read with its tag. */
  readonly ifMatch?: string | object;
}

type OperationOf<N, E extends EntityTypes> =
  | (Named & { readonly create: N; readonly input: Input<E["input"]> })
  | (Versioned & { readonly update: N; readonly id: Id<E["id"]>; readonly changes: Input<E["changes"]> })
  | (Versioned & { readonly delete: N; readonly id: Id<E["id"]> })
  | (Named & { readonly read: N; readonly id: Id<E["id"]>; readonly select?: SelectOf<E["shape"]> | string });

/** An operation of a batch. */
export type BatchOperation<A extends ApiTypes> = {
  [N in keyof A["entities"] & string]: A["entities"][N] extends EntityTypes
    ? OperationOf<N, A["entities"][N]>
    : never;
}[keyof A["entities"] & string];

type EntityIn<A extends ApiTypes, N> = N extends keyof A["entities"]
  ? A["entities"][N] extends infer E extends EntityTypes
    ? E
    : never
  : never;

/** The result of a write. A caller who may not read the record gets no record. */
interface Written<E extends EntityTypes> {
  readonly status: number;
  readonly record?: WholeRecord<E["shape"]>;
  readonly etag?: string;
}

type ResultOf<A extends ApiTypes, O> = O extends { readonly create: infer N }
  ? Written<EntityIn<A, N>> & { readonly id: EntityIn<A, N>["id"] }
  : O extends { readonly read: infer N }
    ? {
        readonly status: number;
        readonly etag: string;
        readonly record: O extends { readonly select: infer T }
          ? SelectedOf<EntityIn<A, N>["shape"], T>
          : WholeRecord<EntityIn<A, N>["shape"]>;
      }
    : O extends { readonly update: infer N }
      ? Written<EntityIn<A, N>>
      : O extends { readonly delete: infer N }
        ? Written<EntityIn<A, N>>
        : never;

/** A result for each operation, in their order. */
export type BatchResults<A extends ApiTypes, O extends readonly unknown[]> = {
  readonly [I in keyof O]: ResultOf<A, O[I]>;
};

export interface BatchOptions extends CallOptions {
  /** Identifies the batch: it runs only once, however often it is sent. Default: a random key with `idempotency`. */
  readonly idempotencyKey?: string | undefined;
  /** Whether fields that cannot be set are mistakes. Default: as the server is configured. */
  readonly strict?: boolean | undefined;
}

interface AnyOperation extends Versioned {
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
  { send, isIdempotent }: Pick<Connection, "send" | "isIdempotent">,
  operations: readonly AnyOperation[],
  { idempotencyKey, strict, signal, headers }: BatchOptions = {},
): Promise<readonly AnyResult[]> {
  const key = idempotencyKey ?? (isIdempotent ? randomKey() : undefined);
  const path = "/api/batch";
  const { body } = await send({
    method: "POST",
    path,
    body: { operations: operations.map(toSent) },
    signal,
    headers: {
      Prefer: `return=representation${strict === true ? ", handling=strict" : ""}`,
      ...(key !== undefined && { "Idempotency-Key": `"${key}"` }),
      ...headers,
    },
    isRepeatable: key !== undefined,
  });
  const results = (body as { readonly results?: readonly AnyResult[] } | null)?.results;
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
