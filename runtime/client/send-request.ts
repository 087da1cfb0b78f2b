import type { ConnectionOptions } from "./client-options.js";
import { ClientError } from "./client-error.js";
import { parseAnswer, unexpected, type Answer } from "./parse-answer.js";

/** A request to the server. */
export interface ClientRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the address of the server. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether it may be retried although the server may have executed it. */
  readonly isRepeatable?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Whether cookies are sent and kept, also those of another origin. */
  readonly hasCookies?: boolean;
  /** Whether the body of a good answer is not read: the answer's `body` is then the `Response`. */
  readonly isStream?: boolean;
}

/** How requests are sent. */
export interface Sending {
  readonly base: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly credentials: ConnectionOptions["credentials"];
  readonly headers: Readonly<Record<string, string>>;
  readonly retries: number;
  /** In milliseconds. */
  readonly maxWait: number;
}

/** The wait before the first retry after a lost connection, in milliseconds. It doubles with each retry. */
const FIRST_WAIT = 250;

/**
 * Sends a request. Retries it if the server asks for that (429 and 503 with `Retry-After`) and nothing was done, or
 * if a retry does no harm and there was no answer.
 * @throws {ClientError} The problem of the last answer. If the signal aborts, its reason is thrown.
 */
export async function sendRequest(
  sending: Sending,
  request: ClientRequest,
  token: string | undefined,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(sending, request, token);
    } catch (error) {
      if (!(error instanceof ClientError) || attempt >= sending.retries) throw error;
      const wait = waitAfter(error, request, attempt);
      if (wait === undefined || wait > sending.maxWait) throw error;
      await pause(wait, request.signal);
    }
  }
}

async function sendOnce(
  { base, fetch, credentials, headers }: Sending,
  { method, path, body, headers: own, signal, hasCookies, isStream }: ClientRequest,
  token: string | undefined,
): Promise<Answer> {
  const url = base + path;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      // A data-api never redirects. Following a redirect would turn a create into a read, and could send a password
      // to another server.
      redirect: "manual",
      ...(credentials !== undefined && { credentials }),
      headers: {
        Accept: "application/json",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
        ...own,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
      ...(hasCookies === true && { credentials: "include" }),
    });
  } catch (cause) {
    throw lost("no-answer", `No answer to ${method} ${url}`, cause, signal);
  }
  const { status, type } = response;
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    throw unexpected(`${method} ${url}`, "with a redirect to another address", { status });
  if (isStream && response.ok) return { body: response, tag: null, isRecord: false };
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw lost("cut-answer", `The answer to ${method} ${url} was cut off`, cause, signal, status);
  }
  return parseAnswer(response, text, `${method} ${url}`);
}

/** The error of a lost connection, or the signal's reason. */
function lost(
  code: "no-answer" | "cut-answer",
  what: string,
  cause: unknown,
  signal: AbortSignal | undefined,
  status?: number,
): unknown {
  if (signal?.aborted === true) return reasonOf(signal);
  // Node.js puts the reason into the cause of a "fetch failed".
  const { message, cause: inner } = cause as Partial<Error>;
  const why = [message, (inner as Partial<Error> | undefined)?.message].filter(Boolean).join(": ");
  return new ClientError(code, why === "" ? `${what}.` : `${what}: ${why}.`, {
    cause,
    ...(status !== undefined && { status }),
  });
}

/** How long to wait before the next attempt, in milliseconds. `undefined`: do not retry. */
function waitAfter(
  { code, status, retryAfter }: ClientError,
  { isRepeatable }: ClientRequest,
  attempt: number,
): number | undefined {
  if (retryAfter !== undefined && (status === 429 || status === 503 || code === "request-running"))
    return isRepeatable === true || isUndone(code) ? retryAfter * 1000 : undefined;
  const isLost = code === "no-answer" || code === "cut-answer" || code === "outcome-unknown";
  const isOfGateway = status === 502 || status === 504;
  return isRepeatable === true && (isLost || isOfGateway) ? FIRST_WAIT * 2 ** attempt : undefined;
}

/**
 * Whether a rejection means that the server did nothing. A proxy cannot know that: the server may have executed the
 * write, but answered too late.
 */
function isUndone(code: ClientError["code"]): boolean {
  return code !== "unexpected-answer" && code !== "invalid-json" && code !== "outcome-unknown";
}

/** @throws The reason of the signal, if it aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as `fetch` does
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop);
  });
}

/** Signals of React Native have no reason. */
function reasonOf(signal: AbortSignal | undefined): unknown {
  const reason: unknown = signal?.reason;
  return reason ?? Object.assign(new Error("The request was aborted."), { name: "AbortError" });
}
