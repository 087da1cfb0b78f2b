import type { Config } from "../config/config.js";
import type { ApiTypes, ApiTypesOf, EntityIn, EntityTypes } from "./api-types.js";
import { authClient, type AuthClient } from "./auth-client.js";
import type { CallOptions, ClientOptions, OperationOptions } from "./client-options.js";
import { sendBatch, type BatchOperation, type BatchOptions, type BatchResults } from "./batch-client.js";
import { sendCall, sendReading, type CallIn, type CallInput, type OperationName } from "./call-client.js";
import { openConnection, type Connection } from "./connection.js";
import { entityClient, type EntityClient } from "./entity-client.js";

/** Names that an entity cannot have. */
export const ENTITY = Symbol("entity");
export const CONNECTION = Symbol("connection");

/** Names that every object has: `entityOf` reaches an entity with one of them. */
type TakenName = "auth" | "then" | "toJSON";

/** A client of a server: its entities by name, and `auth` if it has users. */
export type Client<T extends Config | ApiTypes = Config> = ClientOf<ApiTypesOf<T>>;

type ClientOf<A extends ApiTypes> = Entities<A> & {
  readonly [N in Exclude<keyof A["entities"], TakenName>]: EntityClient<EntityIn<A, N>>;
} & ([NonNullable<A["users"]>] extends [never]
    ? unknown
    : { readonly auth: AuthClient<NonNullable<A["users"]>> });

/** The property of a client by which its entities and their types are found. */
export interface Entities<A extends ApiTypes> {
  readonly [ENTITY]: ((name: string) => EntityClient<EntityTypes>) & { readonly types?: A };
  readonly [CONNECTION]: Connection;
}

/**
 * Creates a client of a data-api. It sends no request yet. The client knows no entity at run time: `api.post` is
 * created on first use.
 *
 * @param url The address of the server, without `/api/data`. `""` for the host of the page.
 * @throws {ClientError} `invalid-url`
 * @example
 * const api = createClient<typeof config>("https://api.example.com");
 * const { items } = await api.message.find({ where: { isread: false }, orderBy: "~createdat" });
 *
 */
export function createClient<T extends Config | ApiTypes = Config>(
  url: string,
  ...[options]: OptionsOf<ApiTypesOf<T>>
): Client<T> {
  const connection = openConnection(url, options ?? {});
  const keys: Readonly<Record<string, readonly string[]>> | undefined = options?.keys;
  const entities = new Map<string, EntityClient<EntityTypes>>();
  const entity = (name: string) => {
    const found = entities.get(name) ?? entityClient(connection, name, keys?.[name]);
    entities.set(name, found);
    return found;
  };
  const own: object = { auth: authClient(connection), [ENTITY]: entity, [CONNECTION]: connection };
  return new Proxy(own, {
    // `await` reads `then`, `JSON.stringify` reads `toJSON`; other code reads symbols and names such as `$$typeof`.
    get: (target, name): unknown =>
      name in target || typeof name === "symbol" || /^(?:then|toJSON|\W.*)$/.test(name)
        ? Reflect.get(target, name)
        : entity(name),
  }) as Client<T>;
}

type OptionsOf<A extends ApiTypes> =
  ClientOptions<A> extends { readonly keys: object }
    ? [options: ClientOptions<A>]
    : [options?: ClientOptions<A>];

/** The client of an entity whose name means something else on a client: `auth`, `then` or `toJSON`. */
export function entityOf<A extends ApiTypes, N extends keyof A["entities"] & string>(
  client: Entities<A>,
  name: N,
): EntityClient<EntityIn<A, N>> {
  return client[ENTITY](name) as unknown as EntityClient<EntityIn<A, N>>;
}

/**
 * Runs several operations in one transaction: all of them, or none. `refer` stands for a member of an earlier answer.
 *
 * @throws {ClientError} What the server rejects. `errors` say which operation has failed.
 * @example
 * const [order] = await batch(api, [
 *   { create: "order", input: { customer: 7 }, as: "o" },
 *   { create: "orderline", input: { orderid: refer("o", "id"), product: 12 } },
 * ]);
 */
export async function batch<A extends ApiTypes, const O extends readonly BatchOperation<A>[]>(
  client: Entities<A>,
  operations: O,
  options?: BatchOptions,
): Promise<BatchResults<A, O>> {
  return (await sendBatch(client[CONNECTION], operations, options)) as unknown as BatchResults<A, O>;
}

/**
 * Calls an operation of the server. One that only reads is called by `callToRead`.
 *
 * @throws {ClientError} What the server rejects.
 * @example
 * const { total } = await call(api, "closeOrder", { orderid: 7 });
 */
export async function call<A extends ApiTypes, N extends OperationName<A, false>>(
  client: Entities<A>,
  name: N,
  ...[input, options]: CallInput<CallIn<A, N>["input"], OperationOptions>
): Promise<CallIn<A, N>["answer"]> {
  return sendCall<CallIn<A, N>["answer"]>(client[CONNECTION], name, input, options);
}

/**
 * Calls an operation that only reads, by GET.
 *
 * @throws {ClientError} What the server rejects.
 */
export async function callToRead<A extends ApiTypes, N extends OperationName<A, true>>(
  client: Entities<A>,
  name: N,
  ...[input, options]: CallInput<CallIn<A, N>["input"], CallOptions>
): Promise<CallIn<A, N>["answer"]> {
  return sendReading<CallIn<A, N>["answer"]>(client[CONNECTION], name, input as object | undefined, options);
}
