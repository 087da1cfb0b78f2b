import http from "node:http";
import https from "node:https";
import { addressIn } from "../model/values/public-address.js";
import { checkAddress, guardedLookup, type Reach } from "./guarded-lookup.js";

/** What a receiver answered. */
export interface HookAnswer {
  /** `undefined` if there was no answer. */
  readonly status: number | undefined;
  /** The reason why there was none. Else the status with its text. */
  readonly summary: string;
  /** The beginning of the body. */
  readonly text: string;
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange, in milliseconds. */
  readonly timeout: number;
  readonly isPrivateAllowed: boolean;
  /** Ends the exchange. */
  readonly signal?: AbortSignal | undefined;
}

/** The maximum number of bytes of an answer that are read. */
const MAX_ANSWER = 4096;

/** The maximum number of characters of a summary. */
const MAX_SUMMARY = 200;

/**
 * Sends a request to a receiver that may be hostile: it connects to allowed addresses only, follows no redirect, uses no
 * proxy, and reads only the beginning of the answer. Never rejects.
 */
export async function post(request: Post): Promise<HookAnswer> {
  try {
    return await exchange(request);
  } catch (error) {
    return failed((error as Error).message);
  }
}

function exchange({ url, headers, body, timeout, isPrivateAllowed, signal }: Post): Promise<HookAnswer> {
  const target = new URL(url);
  const isEncrypted = target.protocol === "https:";
  const reach: Reach = isEncrypted ? (isPrivateAllowed ? "any" : "public") : "private";
  // An address is connected to without a look-up.
  const literal = addressIn(target);
  if (literal !== undefined) checkAddress(literal, reach);
  return new Promise((resolve) => {
    const req = (isEncrypted ? https : http).request(target, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "data-api",
        ...headers,
      },
      // A connection of its own, which is closed afterwards.
      agent: false,
      lookup: guardedLookup(reach),
    });
    let answer: HookAnswer | undefined;
    const end = (reason = "no answer") => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      req.destroy();
      resolve(answer ?? failed(reason));
    };
    // `timeout` of a request is for each of its silences.
    const timer = setTimeout(end, timeout, `no answer within ${timeout} ms`);
    const abort = () => end("the server is stopping");
    signal?.addEventListener("abort", abort);
    req.on("error", (error: NodeJS.ErrnoException) =>
      end(error.message === "" ? (error.code ?? "no connection") : error.message),
    );
    req.on("response", (res) => {
      const read: Buffer[] = [];
      let length = 0;
      const note = () => {
        answer = toAnswer(res, Buffer.concat(read).subarray(0, MAX_ANSWER).toString());
      };
      note();
      res.on("data", (part: Buffer) => {
        read.push(part);
        length += part.length;
        note();
        if (length >= MAX_ANSWER) end();
      });
      res.on("close", () => end());
    });
    req.end(body);
  });
}

function toAnswer(
  { statusCode, statusMessage = "", headers }: http.IncomingMessage,
  text: string,
): HookAnswer {
  const summary = `${statusCode ?? 0} ${statusMessage}`.trim().slice(0, MAX_SUMMARY);
  return { status: statusCode, summary, text, retryAfter: headers["retry-after"] };
}

function failed(reason: string): HookAnswer {
  return { status: undefined, summary: reason.slice(0, MAX_SUMMARY), text: "", retryAfter: undefined };
}
