import type { IncomingMessage } from "node:http";
import type { Operation } from "../model/model.js";
import { operations as kinds } from "../model/operation.js";
import type { OwnOperation } from "../model/own-operation.js";

/** The key of a program that acts for a user. It narrows the rights of its owner. */
export interface ApiKey {
  /** Names the key. It is no secret. */
  readonly id: string;
  /** In lower case: kinds of operations, and names of the configuration's own. `undefined`: all. */
  readonly operations: readonly string[] | undefined;
  /** The names of entities, in lower case. `undefined`: all. */
  readonly entities: readonly string[] | undefined;
}

/** Identifies callers by their keys. */
export interface KeyCallers<Caller> {
  /** @throws {ApiError} `invalid-token` */
  readonly callerOf: (key: string) => Caller | Promise<Caller>;
  /** Whether the key was found to be valid a moment ago. */
  readonly isKnown: (key: string) => boolean;
}

const PREFIX = "dak_";

/** Both parts may contain `_`, so their lengths say where each ends. */
const KEY = /^dak_([\w-]{22})_([\w-]{43})$/;

/** Whether the text is meant as a key. No token of another kind begins so. */
export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** `undefined` for a text that cannot be a key. */
export function parseApiKey(text: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

export function apiKeyText({ id, secret }: { readonly id: string; readonly secret: string }): string {
  return `${PREFIX}${id}_${secret}`;
}

/** The key that a request carries, whether it is valid or not. */
export function apiKeyIn({ headers: { authorization = "" } }: IncomingMessage): string | undefined {
  const [, token = ""] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  return isApiKey(token) ? token : undefined;
}

/** A caller with a key or without one. */
interface CallerKey {
  readonly apiKey?: ApiKey;
}

/**
 * Whether the caller's key allows the operation on the entity. Without a key, everything is.
 * @param entityName `undefined` if it is not known: a key for certain entities does not allow it then.
 */
export function keyAllows(
  { apiKey }: CallerKey,
  operation: Operation,
  entityName: string | undefined,
): boolean {
  if (apiKey === undefined) return true;
  const { operations, entities } = apiKey;
  if (operations?.includes(operation) === false) return false;
  return entities === undefined || (entityName !== undefined && entities.includes(entityName.toLowerCase()));
}

/**
 * Whether the caller's key allows a call of an operation of the configuration. It may touch any entity, so a narrowed
 * key must name it. One that is named like a kind of operation cannot be named.
 */
export function keyAllowsCall({ apiKey }: CallerKey, { name }: Pick<OwnOperation, "name">): boolean {
  if (apiKey === undefined) return true;
  const { operations, entities } = apiKey;
  if (operations === undefined) return entities === undefined;
  const called = name.toLowerCase();
  return operations.includes(called) && !kinds.some((kind) => kind === called);
}
