import { ClientError } from "./client-error.js";
import type { ConnectionOptions, Tokens } from "./client-options.js";
import type { Answer } from "./parse-answer.js";
import { sendRequest, type ClientRequest, type Sending } from "./send-request.js";

/** Sends requests as the caller whose tokens it keeps. */
export interface Connection {
  /** The address of the server, without a "/" at its end. */
  readonly base: string;
  readonly send: (request: ClientRequest) => Promise<Answer>;
  /** Sends a request that runs only once if it has a key. Default: a random key with `idempotency`. */
  readonly sendOnce: (request: ClientRequest, key: string | undefined) => Promise<Answer>;
  /** Sends a request without a caller, or one about the caller's tokens. */
  readonly sendPlain: (request: ClientRequest) => Promise<Answer>;
  readonly tokens: () => Tokens | undefined;
  /** Counts log-ins and log-outs. */
  readonly session: () => number;
  /** Begins a new session, or ends the current one. */
  readonly setTokens: (tokens: Tokens | undefined) => void;
  /** Continues the session with new tokens. */
  readonly renewTokens: (tokens: Tokens | undefined) => void;
  /** Renews the tokens. Requests at once share one renewal. */
  readonly refresh: () => Promise<Answer>;
}

/** @throws {ClientError} `invalid-url` */
export function openConnection(url: string, options: ConnectionOptions): Connection {
  const sending: Sending = {
    base: baseOf(url),
    // Called without a receiver, as browsers require. Looked up for each request, so that a later replacement of the
    // global `fetch` is used.
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    credentials: options.credentials,
    headers: options.headers ?? {},
    retries: options.retries ?? 2,
    maxWait: (options.maxRetryAfter ?? 10) * 1000,
  };
  const given = options.token;
  let tokens: Tokens | undefined =
    (typeof given === "string" && given !== "") || options.refreshToken !== undefined
      ? { token: typeof given === "string" ? given : "", refreshToken: options.refreshToken }
      : undefined;
  let refreshing: Promise<Answer> | undefined;
  /** A request that began before a log-in or log-out must not continue as another caller. */
  let session = 0;

  const renewTokens = (next: Tokens | undefined) => {
    tokens = next;
    options.onTokens?.(next);
  };
  const setTokens = (next: Tokens | undefined) => {
    session++;
    refreshing = undefined;
    renewTokens(next);
  };
  const tokenOf = async () => tokens?.token ?? (typeof given === "function" ? await given() : undefined);
  const sendPlain = (request: ClientRequest) => sendRequest(sending, request, undefined);
  const refresh = () => {
    const own = session;
    refreshing ??= renew().finally(() => {
      if (session === own) refreshing = undefined;
    });
    return refreshing;
  };
  const renew = async () => {
    const own = session;
    const refreshToken = tokens?.refreshToken;
    try {
      // The server answers a token that has just been used with the same next one.
      const answer = await sendPlain({
        method: "POST",
        path: "/api/auth/refresh",
        body: { refreshToken },
        isRepeatable: true,
      });
      if (session === own) renewTokens(tokensIn(answer));
      return answer;
    } catch (error) {
      if (isInvalidToken(error) && session === own) setTokens(undefined);
      throw error;
    }
  };
  const send = async (request: ClientRequest): Promise<Answer> => {
    // A session that was restored without a token fetches its first token.
    if (tokens?.token === "") await refresh();
    const own = session;
    const token = await tokenOf();
    try {
      return await sendRequest(sending, request, token);
    } catch (error) {
      if (!isInvalidToken(error) || tokens?.refreshToken === undefined || session !== own) throw error;
      // Another request may have renewed the tokens meanwhile.
      if (tokens.token === token) await refresh();
      if (session !== own) throw error;
      return sendRequest(sending, request, await tokenOf());
    }
  };
  const sendOnce = (request: ClientRequest, given: string | undefined) => {
    const key = given ?? (options.idempotency === true ? randomKey() : undefined);
    if (key === undefined) return send(request);
    const headers = { "Idempotency-Key": `"${key}"`, ...request.headers };
    return send({ ...request, headers, isRepeatable: true });
  };
  return {
    base: sending.base,
    send,
    sendOnce,
    sendPlain,
    tokens: () => tokens,
    session: () => session,
    setTokens,
    renewTokens,
    refresh,
  };
}

export function isInvalidToken(error: unknown): boolean {
  return error instanceof ClientError && error.code === "invalid-token";
}

/** The tokens of an answer to a log-in or a refresh. `undefined` if the server has set a cookie instead. */
export function tokensIn({ body }: Pick<Answer, "body">): Tokens | undefined {
  const { token, refreshToken } = body as Partial<Tokens>;
  return token === undefined ? undefined : { token, refreshToken };
}

/** The address without a "/" at its end. It may be a path, for pages of the same host. */
function baseOf(url: string): string {
  const base = url.replace(/\/+$/, "");
  if (/^(?:https?:\/\/[^/?#\s@]+)?(?:\/[^?#\s]*)?$/i.test(base)) return base;
  throw new ClientError(
    "invalid-url",
    `${JSON.stringify(url.replace(/\/\/[^/]*@/, "//…@"))} is not the address of a server: write "https://api.example.com", or "" for the page's own.`,
  );
}

/**
 * 128 random bits for an `Idempotency-Key`, as a UUID or as sixteen numbers. `randomUUID` is missing on pages without
 * HTTPS and in React Native, and there may be no `crypto` at all. `Math.random` is enough there: a key must differ
 * from other keys, but is no secret.
 */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<typeof globalThis.crypto> };
  if (crypto?.randomUUID !== undefined) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (crypto?.getRandomValues !== undefined) crypto.getRandomValues(bytes);
  else bytes.forEach((_, index) => (bytes[index] = Math.random() * 256));
  return bytes.join("-");
}
