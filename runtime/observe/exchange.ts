import type { IncomingMessage } from "node:http";
import type { Span } from "@opentelemetry/api";
import type { UserId } from "../model/model.js";

/**
 * A request and its answer, for the observation. It is attached to the request under a symbol, so that no async
 * context is needed.
 */
export interface Exchange {
  /** The `X-Request-Id`. */
  readonly id: string;
  /** The time of arrival, in milliseconds of `performance.now()`. */
  readonly begin: number;
  /** The caller, once identified. */
  userId: UserId;
  /** The id of the API key that identified the caller. */
  apiKeyId: string | undefined;
  span: Span | undefined;
  /** Logs a server error at once, so that it is recorded whatever happens next. */
  readonly report: (error: unknown, status: number) => void;
  /** Logs why the database refused a write, for the operator. */
  readonly noteRefusal: (error: unknown, status: number) => void;
}

const EXCHANGE = Symbol("exchange");

interface WithExchange {
  [EXCHANGE]?: Exchange;
}

/** `undefined` for a request that no server of ours has observed. */
export function exchangeOf(req: IncomingMessage): Exchange | undefined {
  return (req as WithExchange)[EXCHANGE];
}

export function setExchange(req: IncomingMessage, exchange: Exchange): void {
  (req as WithExchange)[EXCHANGE] = exchange;
}
