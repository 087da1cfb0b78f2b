import type { ApiTypes, CompositeKeysOf } from "./api-types.js";

/** The tokens of a session. */
export interface Tokens {
  readonly token: string;
  readonly refreshToken?: string | undefined;
}

/** The answer to a log-in. */
export interface LoggedIn<Id = unknown> extends Tokens {
  /** The id of the user. */
  readonly id: Id;
  readonly firstname: string | null;
  readonly lastname: string | null;
}

/** How a client sends its requests. */
export interface ConnectionOptions {
  /**
   * The token of the caller, or a function that returns it before each request, for example for the tokens of an
   * identity provider. Default: none until `auth.logIn`.
   */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The refresh token of an earlier session. An expired token is then renewed once. */
  readonly refreshToken?: string | undefined;
  /** Called with the new tokens after a log-in or refresh, and with `undefined` when the session has ended. */
  readonly onTokens?: ((tokens: Tokens | undefined) => void) | undefined;
  /** Sends a request. Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Whether requests to another origin carry its cookies: `include` for a server with `sessions: "cookie"` that names
   * the page's origin in `server.cors`. Default: only those to the page's own origin do.
   */
  readonly credentials?: "include" | "same-origin" | "omit" | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How many times a request is retried. Default: 2. */
  readonly retries?: number | undefined;
  /** The longest wait before a retry, in seconds. If the server asks for more, the request fails. Default: 10. */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Whether the server keeps idempotency keys (`server.idempotency`). Creates then have a key, and are retried if the
   * connection is lost. Default: `false`, because a server without the option would create the record twice.
   */
  readonly idempotency?: boolean | undefined;
}

/**
 * The options of a client. `keys` lists the fields of each composite key in the order of the configuration: an id is
 * an object without an order, but a path needs one.
 */
export type ClientOptions<A extends ApiTypes = ApiTypes> = ConnectionOptions &
  ([keyof CompositeKeysOf<A>] extends [never]
    ? { readonly keys?: Readonly<Record<string, readonly string[]>> | undefined }
    : { readonly keys: CompositeKeysOf<A> });

/** The options of a single request. */
export interface CallOptions {
  /** Aborts the request and the waits between attempts. Its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a call of an operation that may write. */
export interface OperationOptions extends CallOptions {
  /** Identifies the request: it runs only once, however often it is sent. Default: a random key with `idempotency`. */
  readonly idempotencyKey?: string | undefined;
}

export interface CreateOptions extends OperationOptions {
  /** Whether fields that cannot be set are rejected. Default: as the server is configured. */
  readonly strict?: boolean | undefined;
}

export interface DeleteOptions extends CallOptions {
  /** The expected version: a tag, or a record that was read with its tag. Another version is a 412. */
  readonly ifMatch?: string | object | undefined;
}

export interface UpdateOptions extends DeleteOptions {
  /** Whether fields that cannot be set are rejected. Default: as the server is configured. */
  readonly strict?: boolean | undefined;
}
