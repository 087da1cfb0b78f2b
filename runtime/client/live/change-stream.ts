import type { ProblemCode } from "../../errors/codes.js";
import { ClientError } from "../client-error.js";
import type { Connection } from "../connection.js";
import { pause } from "../send-request.js";
import { streamBlocks } from "./stream-blocks.js";

/** An event as the server sends it. */
export interface StreamEvent {
  readonly type: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a stream is asked for, over all its connections. */
export interface StreamOptions {
  /** Below the address of the server. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The id after which the events begin. Default: those from now on. */
  readonly lastEventId?: string | undefined;
}

/** The longest wait before a connection, in milliseconds, unless the server asks for a longer one. */
const LONGEST_WAIT = 30_000;
/** How many ids are kept, to drop the events that a new connection repeats. */
const KEPT_IDS = 1000;

/**
 * The events of a stream, over as many connections as it takes. `undefined` stands for a block without an event: the
 * first one says that no later change will be missed.
 * @param signal Ends the stream.
 * @throws {ClientError} If the first connection fails, or a later one in a way that waiting does not mend.
 */
export async function* changeStream(
  connection: Connection,
  { path, headers, lastEventId }: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent | undefined, void> {
  const session = connection.session();
  const seen = new Set<string>();
  let id = lastEventId;
  let isOpened = false;
  let retry = 2000;
  let wait = 0;
  let failures = 0;
  for (;;) {
    const begun = Date.now();
    const before = new Set(seen);
    let isRenewed = false;
    let retryAfter = 0;
    let token: string | undefined;
    try {
      const request = {
        path,
        headers: { ...headers, ...(id !== undefined && { "Last-Event-ID": id }) },
        isRepeatable: !isOpened,
      };
      checkSession(connection, session);
      for await (const block of streamBlocks(connection, request, signal)) {
        checkSession(connection, session);
        isOpened = true;
        token ??= connection.tokens()?.token;
        ({ id = id, retry = retry } = block);
        if (block.type === "end") {
          isRenewed = await renewAfter(problemIn(block.data, path), connection, token);
          break;
        }
        if (block.data === "") yield undefined;
        else if (block.type === "reset" || id === undefined || !before.has(id)) {
          if (id !== undefined) keep(seen, id);
          yield { type: block.type, id: id ?? "", data: parsed(block.data, path) };
        }
      }
    } catch (error) {
      if (signal.aborted || !isOpened || !isPassing(error)) throw error;
      if (error instanceof ClientError) retryAfter = (error.retryAfter ?? 0) * 1000;
    }
    // A connection that ends as soon as it begins is a failure too.
    if (Date.now() - begun > Math.max(wait, 1000)) failures = 0;
    wait = isRenewed && failures === 0 ? 0 : Math.max(retryAfter, waitAfter(failures, retry));
    failures++;
    await pause(wait, signal);
  }
}

/**
 * The wait after failures, in milliseconds: at least `retry`, and a random time that grows, so that not all clients come
 * back at once.
 */
export function waitAfter(failures: number, retry: number): number {
  return retry + Math.random() * Math.max(0, Math.min(LONGEST_WAIT - retry, retry * 2 ** failures));
}

/** Whether a later connection may succeed. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ClientError)) return true;
  const { code, status } = error;
  return code === "no-answer" || code === "cut-answer" || status === 429 || status >= 500;
}

/** @throws {ClientError} `invalid-token`: what comes is not for the caller that the client has now. */
function checkSession({ session }: Connection, own: number): void {
  if (session() === own) return;
  throw new ClientError("invalid-token", "The session that began this stream has ended.", { status: 401 });
}

/**
 * Renews the token that the server has ended.
 * @returns Whether another connection can follow at once.
 * @throws {ClientError} The problem, if a token does not mend it.
 */
async function renewAfter(
  problem: ClientError,
  { tokens, refresh }: Connection,
  token: string | undefined,
): Promise<boolean> {
  if (problem.status !== 401) {
    if (isPassing(problem)) return false;
    throw problem;
  }
  // Else the next connection asks for a token, and fails if that is the ended one.
  const { refreshToken, token: now } = tokens() ?? {};
  if (refreshToken !== undefined && token === now) await refresh();
  return true;
}

function problemIn(data: string, path: string): ClientError {
  const { code, status, detail } = parsed(data, path) as {
    readonly code: ProblemCode;
    readonly status: number;
    readonly detail?: string;
  };
  return new ClientError(code, detail ?? code, { status });
}

function parsed(data: string, path: string): StreamEvent["data"] {
  try {
    return JSON.parse(data) as StreamEvent["data"];
  } catch (cause) {
    const message = `An event of GET ${path} is not valid JSON.`;
    throw new ClientError("invalid-json", message, { status: 200, cause });
  }
}

function keep(seen: Set<string>, id: string): void {
  seen.add(id);
  if (seen.size <= KEPT_IDS) return;
  const [oldest = ""] = seen;
  seen.delete(oldest);
}
