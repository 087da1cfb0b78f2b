import type { IncomingMessage, ServerResponse } from "node:http";
import type { Attributes, Context } from "@opentelemetry/api";
import type { Model } from "../model/model.js";
import { describeError } from "./describe-error.js";
import { setExchange, exchangeOf, type Exchange } from "./exchange.js";
import { createLogger, type Logger } from "./logger.js";
import type { OperatorWarning } from "./operator-warning.js";
import { Metrics, type PoolFigures } from "./metrics.js";
import { takeRequestId } from "./take-request-id.js";
import { createStatementObserver, type ObserveStatement } from "./statement-observer.js";
import {
  activeTraceId,
  currentInstruments,
  endRequestSpan,
  isTraced,
  startRequestSpan,
} from "./telemetry.js";
import { traceIdOf } from "./trace-parent.js";

/** The routes of a server. */
export interface Routes {
  /** The template of a request's route, with names instead of values, so that there is a bounded number. */
  readonly templateOf: (req: IncomingMessage) => string;
  /** Whether it is a path that monitoring requests repeatedly. */
  readonly isFixed: (route: string) => boolean;
}

/** The log, the metrics and the spans of a server. */
export class Observation {
  readonly log: Logger;
  /** `undefined` if metrics are off. */
  readonly metrics: Metrics | undefined;
  readonly #routes: Routes;
  readonly #slowStatement: number;

  /** @param pool Called when the metrics are read. */
  constructor({ server }: Pick<Model, "server">, routes: Routes, pool: () => PoolFigures | undefined) {
    this.log = createLogger(server.log);
    this.metrics = server.metrics ? new Metrics(pool) : undefined;
    this.#routes = routes;
    this.#slowStatement = server.log.slowStatement;
  }

  /** The observer for the statements of a database that is about to be opened. */
  statementObserver(system: string): ObserveStatement | undefined {
    return createStatementObserver({
      log: this.log,
      slowStatement: this.#slowStatement,
      metrics: this.metrics,
      system,
    });
  }

  /** Logs an error that does not belong to an answer. */
  reportFault(error: unknown, message: string): void {
    this.log.error({ traceId: activeTraceId(), error: describeError(error) }, message);
  }

  /** Logs what the operator should change, with a code to search for. */
  warn({ code, message, members }: OperatorWarning): void {
    this.log.warn({ code, ...members }, message);
  }

  /** Logs data that is not a valid request. */
  readonly noteUnreadable = (requestId: string, code: string | undefined): void => {
    this.log.debug({ requestId, code }, "unreadable request");
  };

  /**
   * Runs first: assigns a request id, and observes the request until it has been answered.
   * @returns The trace context in which the rest runs, if there is one.
   */
  readonly observe = (req: IncomingMessage, res: ServerResponse): Context | undefined => {
    // If one server is mounted in another, the outer one already observes the request.
    if (exchangeOf(req) !== undefined) return undefined;
    const exchange = new ObservedExchange(req, res, this.log, this.#routes);
    setExchange(req, exchange);
    res.setHeader("X-Request-Id", exchange.id);
    const { metrics } = this;
    const instruments = currentInstruments();
    const method = methodOf(req);
    metrics?.requestBegun();
    instruments?.activeRequests.add(1, { "http.request.method": method });
    res.once("close", () => {
      const status = res.headersSent ? res.statusCode : undefined;
      const ms = performance.now() - exchange.begin;
      exchange.write(status, ms);
      if (metrics === undefined && instruments === undefined && exchange.span === undefined) return;
      const route = this.#routes.templateOf(req);
      metrics?.requestEnded(method, route, status, ms / 1000);
      if (exchange.span !== undefined) endRequestSpan(exchange.span, method, route, status);
      instruments?.activeRequests.add(-1, { "http.request.method": method });
      instruments?.requestDuration.record(ms / 1000, attributesOf(method, route, status));
    });
    if (!isTraced()) return undefined;
    const { span, context } = startRequestSpan(method, req.headers);
    exchange.span = span;
    return context;
  };
}

/** The known methods. Others are not recorded by name, because callers can invent any number of them. */
const METHODS: ReadonlySet<string | undefined> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** The method for spans and metrics. Others are `_OTHER` (OpenTelemetry's semantic conventions for HTTP). */
function methodOf({ method }: IncomingMessage): string {
  return method !== undefined && METHODS.has(method) ? method : "_OTHER";
}

function attributesOf(method: string, route: string, status: number | undefined): Attributes {
  return {
    "http.request.method": method,
    "http.route": route,
    ...(status === undefined
      ? { "error.type": "aborted" }
      : { "http.response.status_code": status, ...(status >= 500 && { "error.type": String(status) }) }),
  };
}

class ObservedExchange implements Exchange {
  readonly id: string;
  readonly begin = performance.now();
  userId: Exchange["userId"] = null;
  span: Exchange["span"] = undefined;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #log: Logger;
  readonly #routes: Routes;
  #isReported = false;

  constructor(req: IncomingMessage, res: ServerResponse, log: Logger, routes: Routes) {
    this.id = takeRequestId(req.headers);
    this.#req = req;
    this.#res = res;
    this.#log = log;
    this.#routes = routes;
  }

  report(error: unknown, status: number): void {
    this.#isReported = true;
    this.#writeError("error", "request failed", error, status);
  }

  noteRefusal(error: unknown, status: number): void {
    this.#writeError("warn", "refused by the database", error, status);
  }

  #writeError(level: "error" | "warn", message: string, error: unknown, status: number): void {
    if (!this.#log.isLevelEnabled(level)) return;
    const ms = performance.now() - this.begin;
    this.#log[level]({ ...this.#fields(status, ms), error: describeError(error) }, message);
  }

  /** Logs a request that has ended. */
  write(status: number | undefined, ms: number): void {
    const log = this.#log;
    // Errors were logged when they were reported. A 503 is a rejection, not an error.
    const isFault = status !== undefined && status >= 500 && status !== 503;
    if (this.#isReported || !log.isLevelEnabled(isFault ? "error" : "info")) return;
    const fields = this.#fields(status, ms);
    if (this.#routes.isFixed(fields.route)) log.debug(fields, "request");
    else if (isFault) log.error(fields, "request failed");
    else log.info(fields, "request");
  }

  #fields(status: number | undefined, ms: number) {
    const req = this.#req;
    const res = this.#res;
    const length = res.headersSent ? Number(res.getHeader("Content-Length")) : NaN;
    return {
      requestId: this.id,
      traceId: this.span?.spanContext().traceId ?? traceIdOf(req.headers["traceparent"]),
      method: req.method,
      route: this.#routes.templateOf(req),
      status,
      ms: Math.round(ms * 1000) / 1000,
      bytes: Number.isNaN(length) ? undefined : length,
      userId: this.userId ?? undefined,
      // The connection was closed before the answer was complete.
      isBroken: res.closed && !res.writableFinished ? true : undefined,
    };
  }
}
