import type { IncomingMessage } from "node:http";
import type { Span } from "@opentelemetry/api";
import type { UserId } from "../model/model.js";

/** A request and its answer, as far as they are observed. */
export interface Exchange {
  /** `X-Request-Id`. */
  readonly id: string;
  /** When it came, in milliseconds of `performance.now()`. */
  readonly begin: number;
  /** Who asked, once it is known. */
  userId: UserId;
  span: Span | undefined;
  /** Writes down what went wrong on the server: at once, so that it is known whatever happens next. */
  readonly report: (error: unknown, status: number) => void;
  /** Logs why the database refused a write, for the operator. */
  readonly noteRefusal: (error: unknown, status: number) => void;
}

const EXCHANGE = Symbol("exchange");

interface Observed {
  [EXCHANGE]?: Exchange;
}

/** undefined for a request that no server of this kind has observed. */
export function exchangeOf(req: IncomingMessage): Exchange | undefined {
  return (req as Observed)[EXCHANGE];
}

export function setExchange(req: IncomingMessage, exchange: Exchange): void {
  (req as Observed)[EXCHANGE] = exchange;
}
