import type { WhereOf } from "../../condition/where-types.js";
import type { RecordShape } from "../../model/schemas/record-shape.js";
import type { Selectable, SelectedOf } from "../../read/select-types.js";
import type { ApiTypes, EntityIn, EntityTypes } from "../api-types.js";
import type { CallOptions } from "../client-options.js";
import { CONNECTION, type Entities } from "../create-client.js";
import type { WholeRecord } from "../entity-client.js";
import { queryOf } from "../query-string.js";
import { changeStream } from "./change-stream.js";
import { endedBy } from "./ended-by.js";

/** Why the caller has to read again what it knows. New reasons may come. */
export type ResetReason = "expired" | "lagging" | "rights";

/**
 * A change of the records that the caller sees and `where` matches. `id` is the position in the stream, for
 * `lastEventId`.
 *
 * - `create`: the record is new among them. It has been created, or a change lets it match.
 * - `update`: it has changed, and still matches.
 * - `delete`: it has been deleted, or matches no longer.
 * - `reset`: changes may be missing: read again. `expired`: those after `lastEventId` are not kept any more.
 *   `lagging`: this client was too slow. `rights`: what the caller may see has changed.
 */
export type Change<Key, R> =
  | {
      readonly type: "create" | "update";
      /** The id of the record, as `findById` takes it. */
      readonly key: Key;
      readonly record: R;
      readonly id: string;
    }
  | { readonly type: "delete"; readonly key: Key; readonly id: string }
  | { readonly type: "reset"; readonly reason: ResetReason; readonly id: string };

/** Which changes. */
export interface ChangesOptions<S extends RecordShape> extends CallOptions {
  /** A condition on the records. Default: all. */
  readonly where?: WhereOf<S> | undefined;
  /** The `id` of the last change that is known. Default: changes from now on. */
  readonly lastEventId?: string | undefined;
  /** Called once, when the stream has begun. What is read from then on and all later changes miss nothing. */
  readonly onOpen?: (() => void) | undefined;
}

type ChangeOf<E extends EntityTypes, R> = Change<E["id"], R>;

/**
 * The changes of an entity's records, as they happen. Connects again when the connection is lost, and misses nothing.
 * It ends by `break` or `return()`, or by the `signal`, whose reason is thrown.
 *
 * @throws {ClientError} What the server rejects, also later. If the first connection cannot be made, the error of that.
 * @example
 * for await (const change of changes(api, "message", { where: { isread: false } })) console.log(change.type);
 */
export function changes<A extends ApiTypes, N extends keyof A["entities"] & string>(
  client: Entities<A>,
  entity: N,
  options?: ChangesOptions<EntityIn<A, N>["shape"]> & { readonly select?: undefined },
): AsyncGenerator<ChangeOf<EntityIn<A, N>, WholeRecord<EntityIn<A, N>["shape"]>>, void>;
/** The changes of an entity's records, with the selected members of each. */
export function changes<
  A extends ApiTypes,
  N extends keyof A["entities"] & string,
  const T extends Selectable<EntityIn<A, N>["shape"], T>,
>(
  client: Entities<A>,
  entity: N,
  options: ChangesOptions<EntityIn<A, N>["shape"]> & { readonly select: T },
): AsyncGenerator<ChangeOf<EntityIn<A, N>, SelectedOf<EntityIn<A, N>["shape"], T>>, void>;
export function changes(
  client: Entities<ApiTypes>,
  entity: string,
  { signal, headers, lastEventId, onOpen, ...options }: AnyOptions = {},
): AsyncGenerator<Change<unknown, unknown>, void> {
  const stream = { path: changesPath(entity, options), headers, lastEventId };
  return endedBy(async function* (ending) {
    let isOpen = false;
    for await (const event of changeStream(client[CONNECTION], stream, ending)) {
      if (!isOpen) onOpen?.();
      isOpen = true;
      const { type, id, data } = event ?? { type: "", id: "", data: {} };
      if (type === "reset") yield { type, id, ...data } as Change<unknown, unknown>;
      // Other types may come from a newer server.
      else if (/^(?:create|update|delete)$/.test(type))
        yield { type, id, ...data, key: idOf(data["key"] as object) } as Change<unknown, unknown>;
    }
  }, signal);
}

type AnyOptions = ChangesOptions<never> & { readonly select?: unknown };

/** The path of the changes of an entity's records. */
export function changesPath(entity: string, { where, select }: Pick<AnyOptions, "where" | "select">): string {
  return `/api/data/${entity}/changes?${queryOf({ where, select })}`;
}

/** The value of the key, or the object if several fields form it. */
function idOf(key: object): unknown {
  const values: readonly unknown[] = Object.values(key);
  return values.length === 1 ? values[0] : key;
}
