import type { WhereOf } from "../condition/where-types.js";
import type { FieldName, RecordShape } from "../model/schemas/record-shape.js";
import type { AggregateLine, AggregateOptions } from "../read/aggregate-options.js";
import type { UpsertOutcome } from "../write/upsert-result.js";
import type { ReadOptions, Selectable, SelectedOf } from "../read/select-types.js";
import { aggregateQuery, queryOf } from "./query-string.js";
import type { EntityTypes } from "./api-types.js";
import { ClientError } from "./client-error.js";
import type { CallOptions, CreateOptions, DeleteOptions, UpdateOptions } from "./client-options.js";
import type { Connection } from "./connection.js";
import { keyPath } from "./key-path.js";
import { unexpected } from "./parse-answer.js";
import type { ClientRequest } from "./send-request.js";
import { tagOf, withTag } from "./tag-of.js";

/** A page of records, or of groups. */
export interface FoundPage<R> {
  readonly items: R[];
  /** The `after` of the next page. `undefined` on the last page. */
  readonly next?: string;
  /** The number of all matches, on all pages. `undefined` if they were not counted. */
  readonly count?: number;
}

/** A record with the fields of the entity itself. */
export type WholeRecord<S extends RecordShape> = SelectedOf<S, { readonly "*": true }>;

/** Which records to read. Without `take`, as many as the server's `defaultTake`. */
export type FindOptions<S extends RecordShape> = Omit<ReadOptions<S, never>, "select"> &
  CallOptions & { readonly select?: undefined };

/** Which records to read, and which members of them. */
export type SelectOptions<S extends RecordShape, T> = ReadOptions<S, T> & CallOptions;

type AllOptions<O> = Omit<O, "take" | "skip" | "after" | "count"> & {
  /** How many records each request reads. Default: 100. */
  readonly pageSize?: number | undefined;
};

export type GroupOptions<S extends RecordShape> = Omit<AggregateOptions<WholeRecord<S>>, "where"> &
  CallOptions & {
    /** Which records. Default: all. */
    readonly where?: WhereOf<S> | undefined;
  };

/** The records of one entity. Every method throws a `ClientError` for what the server rejects. */
export interface EntityClient<E extends EntityTypes> {
  /** Finds a page of the records that match. */
  find(options?: FindOptions<E["shape"]>): Promise<FoundPage<WholeRecord<E["shape"]>>>;
  /** Finds a page of the selected members of the records that match. */
  find<const T extends Selectable<E["shape"], T>>(
    options: SelectOptions<E["shape"], T>,
  ): Promise<FoundPage<SelectedOf<E["shape"], T>>>;

  /** Reads all records that match, page after page. */
  all(options?: AllOptions<FindOptions<E["shape"]>>): AsyncGenerator<WholeRecord<E["shape"]>, void>;
  /** Reads the selected members of all records that match, page after page. */
  all<const T extends Selectable<E["shape"], T>>(
    options: AllOptions<SelectOptions<E["shape"], T>>,
  ): AsyncGenerator<SelectedOf<E["shape"], T>, void>;

  /** Finds a record; `undefined` if there is none. `tagOf` gives its version. */
  findById(
    id: E["id"],
    options?: CallOptions & { readonly select?: undefined },
  ): Promise<WholeRecord<E["shape"]> | undefined>;
  /** Finds the selected members of a record; `undefined` if there is none. */
  findById<const T extends Selectable<E["shape"], T>>(
    id: E["id"],
    options: CallOptions & { readonly select: T },
  ): Promise<SelectedOf<E["shape"], T> | undefined>;

  /** Counts the records that match. */
  count(where?: WhereOf<E["shape"]>, options?: CallOptions): Promise<number>;

  /** Reads groups of records with counts, sums, averages and extremes. */
  aggregate<const O extends GroupOptions<E["shape"]>>(
    options: O,
  ): Promise<FoundPage<AggregateLine<WholeRecord<E["shape"]>, O>>>;

  /**
   * Adds a record and returns it as stored. A caller who may not read it gets only its id, as `id` or as the fields of
   * a key of several fields.
   */
  create(input: E["input"], options?: CreateOptions): Promise<WholeRecord<E["shape"]>>;

  /** Changes the given fields and returns the record, or what identifies it to a caller who may not read it. */
  update(id: E["id"], changes: E["changes"], options?: UpdateOptions): Promise<WholeRecord<E["shape"]>>;

  /** Deletes a record. */
  delete(id: E["id"], options?: DeleteOptions): Promise<void>;

  /** Adds records, all of them or none, and returns them as `create` does, in the same order. */
  createMany(inputs: readonly E["input"][], options?: CreateOptions): Promise<WholeRecord<E["shape"]>[]>;

  /**
   * Creates each record, or changes the one with the same values in the fields of `onConflict`: all of them, or none.
   * Returns what happened to each, in the same order.
   */
  upsertMany(
    inputs: readonly E["input"][],
    options?: UpsertOptions<E["shape"]>,
  ): Promise<UpsertedRecord<E>[]>;

  /** Changes all records that match, all of them or none. Returns how many. */
  updateMany(options: ManyOptions<E["shape"]> & { readonly changes: E["changes"] }): Promise<number>;

  /** Deletes all records that match, all of them or none. Returns how many. */
  deleteMany(options: ManyOptions<E["shape"]>): Promise<number>;
}

/** Which records are written. */
export type ManyOptions<S extends RecordShape> = CallOptions & {
  readonly where: WhereOf<S>;
  /** The most records that may be written. Default: as many as the server allows. */
  readonly maxAffected?: number | undefined;
};

export interface UpsertOptions<S extends RecordShape> extends CallOptions {
  /** A unique field, or the fields of the key. Default: the key. */
  readonly onConflict?: readonly (S extends { readonly isAny: true } ? string : FieldName<S>)[] | undefined;
  /** Whether existing records are left as they are. Default: they are changed. */
  readonly ignoresDuplicates?: boolean | undefined;
  /** Whether fields that cannot be set are rejected. Default: as the server is configured. */
  readonly strict?: boolean | undefined;
}

/** The outcome for a record. */
export interface UpsertedRecord<E extends EntityTypes> {
  readonly outcome: UpsertOutcome;
  readonly id: [E] extends [never] ? unknown : E["id"];
  /** The record as stored. Absent if it is unchanged, or if the caller may not read it. */
  readonly record?: WholeRecord<E["shape"]>;
}

/** The preferences that a write is answered with its records, and that fields that cannot be set are mistakes. */
export const RECORDS = "return=representation";
export const STRICT = "handling=strict";

type AnyRecord = Readonly<Record<string, unknown>>;

/** The parts that all methods share, without the types of an entity. */
interface AnyOptions extends CallOptions {
  readonly select?: unknown;
  readonly pageSize?: number | undefined;
  readonly after?: string | undefined;
}

type AnyMany = ManyOptions<never> & { readonly changes?: unknown };

/** @param keys The fields of a key of several fields, in order. */
export function entityClient(
  { send, sendOnce }: Connection,
  name: string,
  keys: readonly string[] | undefined,
): EntityClient<EntityTypes> {
  const base = `/api/data/${name}`;
  const pathOf = (id: unknown) => base + keyPath(id, keys, name);

  const readPage = async (request: ClientRequest): Promise<FoundPage<never>> => {
    const { body } = await send({ ...request, isRepeatable: true });
    const page = body as FoundPage<never> | null;
    if (!Array.isArray(page?.items)) throw unexpected(`${request.method} ${request.path}`, "without items");
    return page;
  };
  const find = ({ signal, headers, ...asked }: AnyOptions = {}) =>
    readPage({ method: "POST", path: `${base}/query`, body: asked, signal, headers });
  const add = (body: unknown, { idempotencyKey, strict, ...options }: CreateOptions = {}) => {
    const request = { ...options, method: "POST", path: base, body } as const;
    return sendOnce(preferring(request, RECORDS, strict && STRICT), idempotencyKey);
  };
  const writeWhere =
    (method: "PATCH" | "DELETE") =>
    async ({ where, changes, maxAffected, ...options }: AnyMany): Promise<number> => {
      const request = { ...options, method, path: `${base}?${queryOf({ where })}`, body: changes };
      const most = maxAffected !== undefined && `max-affected=${maxAffected}`;
      const { body } = await send(preferring(request, "return=minimal", most));
      return (body as { readonly count: number }).count;
    };

  return {
    find,

    async *all({ pageSize = 100, ...options }: AnyOptions = {}) {
      let after: string | undefined;
      do {
        const page = await find({ ...options, take: pageSize, after } as AnyOptions);
        yield* page.items;
        after = page.next;
      } while (after !== undefined);
    },

    async findById(id: unknown, { select, ...options }: AnyOptions = {}) {
      const path = pathOf(id);
      const query = select === undefined ? "" : `?${queryOf({ select })}`;
      try {
        const { body, tag } = await send({
          ...options,
          method: "GET",
          path: path + query,
          body: undefined,
          isRepeatable: true,
        });
        return (select === undefined ? withTag(body, tag) : body) as never;
      } catch (error) {
        if (error instanceof ClientError && error.code === "unknown-record") return undefined;
        throw error;
      }
    },

    async count(where, options) {
      const { count } = await find({ ...options, where, take: 0, count: true } as AnyOptions);
      return count ?? 0;
    },

    aggregate: ({ signal, headers, ...asked }) =>
      readPage({
        method: "GET",
        path: `${base}/aggregate?${aggregateQuery(asked as AggregateOptions)}`,
        signal,
        headers,
      }),

    async create(input, options) {
      const { body, tag, isRecord } = await add(input, options);
      return isRecord ? withTag(body as AnyRecord, tag) : keyOf(body);
    },

    async update(id, changes, { strict, ...options } = {}) {
      const request = { ...withMatching(options), method: "PATCH", path: pathOf(id), body: changes } as const;
      const { body, tag, isRecord } = await send(preferring(request, RECORDS, strict && STRICT));
      return isRecord ? withTag(body as AnyRecord, tag) : keyOf(id);
    },

    async delete(id, options = {}) {
      await send({ ...withMatching(options), method: "DELETE", path: pathOf(id), body: undefined });
    },

    async createMany(inputs, options) {
      const { body, isRecord } = await add(inputs, options);
      return (isRecord ? body : (body as unknown[]).map(keyOf)) as never;
    },

    async upsertMany(
      inputs,
      { onConflict, ignoresDuplicates, strict, ...options }: UpsertOptions<never> = {},
    ) {
      const path = `${base}?${queryOf({ onConflict: onConflict?.join() })}`;
      const request = { ...options, method: "PUT", path, body: inputs } as const;
      const ignoring = ignoresDuplicates && "resolution=ignore-duplicates";
      const { body } = await send(preferring(request, RECORDS, strict && STRICT, ignoring));
      return body as never;
    },

    updateMany: writeWhere("PATCH"),

    deleteMany: writeWhere("DELETE"),
  };
}

/** The request with these preferences. */
export function preferring(
  request: ClientRequest,
  ...preferences: readonly (string | false | undefined)[]
): ClientRequest {
  const Prefer = preferences.filter(Boolean).join(", ");
  return { ...request, headers: { Prefer, ...request.headers } };
}

/** The id in the form of a record. */
function keyOf(id: unknown): AnyRecord {
  return typeof id === "object" && id !== null ? { ...id } : { id };
}

/** The options of a request, and the header for its expected version. */
function withMatching({
  ifMatch,
  headers,
  ...options
}: DeleteOptions): Pick<ClientRequest, "signal" | "headers"> {
  return { ...options, headers: { ...matching(ifMatch), ...headers } };
}

/** The header for the expected version. */
export function matching(version: string | object | undefined): Readonly<Record<string, string>> {
  if (version === undefined) return {};
  const tag = typeof version === "string" ? version : tagOf(version);
  if (tag !== undefined) return { "If-Match": tag };
  throw new TypeError('"ifMatch" is a record without a version: read it with "findById" without "select".');
}
