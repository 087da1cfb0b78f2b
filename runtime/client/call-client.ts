import type { CallTypes } from "../config/types/operation-types.js";
import type { ApiTypes } from "./api-types.js";
import type { CallOptions, OperationOptions } from "./client-options.js";
import type { Connection } from "./connection.js";
import { queryOf } from "./query-string.js";

type Operations<A extends ApiTypes> = NonNullable<A["operations"]>;

/** The names of the operations that are called by GET, or of the others. */
export type OperationName<A extends ApiTypes, IsRead extends boolean> = {
  [N in keyof Operations<A>]: Operations<A>[N] extends { readonly isRead: IsRead } ? N : never;
}[keyof Operations<A>] &
  string;

export type CallIn<A extends ApiTypes, N> = Operations<A>[N & keyof Operations<A>] extends infer T extends
  CallTypes
  ? T
  : never;

/** The input can be left out if it has no required member. */
export type CallInput<I, Options> = object extends I
  ? [input?: I, options?: Options]
  : [input: I, options?: Options];

/** @throws {ClientError} */
export async function sendCall<T>(
  { sendOnce }: Pick<Connection, "sendOnce">,
  name: string,
  input: unknown,
  { idempotencyKey, ...options }: OperationOptions = {},
): Promise<T> {
  const request = { ...options, method: "POST", path: `/api/operations/${name}`, body: input ?? {} } as const;
  const { body } = await sendOnce(request, idempotencyKey);
  return (body ?? undefined) as T;
}

/** Parameters that are null or `undefined` are left out. @throws {ClientError} */
export async function sendReading<T>(
  { send }: Pick<Connection, "send">,
  name: string,
  input: object = {},
  options?: CallOptions,
): Promise<T> {
  const given = Object.entries(input).filter(([, value]) => value !== null);
  const query = queryOf(Object.fromEntries(given));
  const { body } = await send({
    ...options,
    method: "GET",
    path: `/api/operations/${name}${query === "" ? "" : `?${query}`}`,
    body: undefined,
    isRepeatable: true,
  });
  return (body ?? undefined) as T;
}
