import type { IncomingMessage, ServerResponse } from "node:http";
import type { Model } from "../model/model.js";
import { describeError } from "./describe-error.js";
import { setExchange, exchangeOf, type Exchange } from "./exchange.js";
import { createLogger, type Logger } from "./logger.js";
import type { OperatorWarning } from "./operator-warning.js";
import { Metrics, type MetricSources } from "./metrics.js";
import { takeRequestId } from "./take-request-id.js";
import { createStatementObserver, type ObserveStatement } from "./statement-observer.js";
import {
  activeTraceId,
  currentInstruments,
  endRequestSpan,
  requestAttributes,
  type Instruments,
  type RequestSpan,
  startRequestSpan,
} from "./telemetry.js";

/** The routes of a server. */
export interface Routes {
  /** The template of a request's route, with names instead of values, so that there is a bounded number. */
  readonly templateOf: (req: IncomingMessage) => string;
  /** Whether it is a path that monitoring requests repeatedly. */
  readonly isFixed: (route: string) => boolean;
}

/** Adds headers, as names and values in turn. */
type AddHeaders = (res: ServerResponse, headers: readonly string[]) => void;

/** The log, the metrics and the spans of a server. */
export class Observation {
  readonly log: Logger;
  /** `undefined` if metrics are off. */
  readonly metrics: Metrics | undefined;
  #observers: Observers;
  readonly #slowStatement: number;
  readonly #addHeaders: AddHeaders;

  /** @param sources Called when the metrics are read. */
  constructor(
    { server }: Pick<Model, "server">,
    routes: Routes,
    sources: MetricSources,
    addHeaders: AddHeaders,
  ) {
    this.#addHeaders = addHeaders;
    this.log = createLogger(server.log);
    this.metrics = server.metrics ? new Metrics(sources) : undefined;
    this.#observers = { log: this.log, metrics: this.metrics, routes, instruments: undefined };
    this.#slowStatement = server.log.slowStatement;
  }

  /** The observer for the statements of a database that will be opened. */
  statementObserver(system: string): ObserveStatement | undefined {
    return createStatementObserver(system, this.log, this.metrics, this.#slowStatement);
  }

  /** Logs an error that belongs to no answer. */
  reportFault(error: unknown, message: string): void {
    this.log.error({ traceId: activeTraceId(), error: describeError(error) }, message);
  }

  /** Logs something that the operator should change, with a code to search for. */
  warn({ code, message, members }: OperatorWarning): void {
    this.log.warn({ code, ...members }, message);
  }

  /** Logs data that is not a valid request. */
  readonly noteUnreadable = (requestId: string, code: string | undefined): void =>
    this.log.debug({ requestId, code }, "unreadable request");

  /**
   * Runs first: assigns a request id, and observes the request until it has been answered.
   * @returns Runs the rest in its trace context, if there is one.
   */
  readonly observe = (req: IncomingMessage, res: ServerResponse): RequestSpan["run"] | undefined => {
    // If one server is mounted in another, the outer one already observes the request.
    if (exchangeOf(req) !== undefined) return undefined;
    const { metrics } = this;
    const instruments = currentInstruments();
    if (this.#observers.instruments !== instruments) this.#observers = { ...this.#observers, instruments };
    const exchange = new ObservedExchange(res, this.#observers);
    setExchange(req, exchange);
    this.#addHeaders(res, ["X-Request-Id", exchange.id]);
    metrics?.requestBegun();
    instruments?.activeRequests.add(1, { "http.request.method": methodOf(req) });
    res.on("close", endExchange);
    const started = startRequestSpan(methodOf(req), req.headers);
    exchange.span = started?.span;
    return started?.run;
  };
}

/** The known methods. Others are not recorded by name, because callers could invent any number of them. */
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

/** The data for the observation of an exchange. */
interface Observers {
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  readonly routes: Routes;
  /** The instruments that counted the request when it arrived. */
  readonly instruments: Instruments | undefined;
}

/** One listener for all answers, because a closure for each would cost more than the rest of the observation. */
function endExchange(this: ServerResponse): void {
  (exchangeOf(this.req) as ObservedExchange).end();
}

class ObservedExchange implements Exchange {
  readonly id: string;
  readonly begin = performance.now();
  userId: Exchange["userId"] = null;
  apiKeyId: Exchange["apiKeyId"] = undefined;
  span: Exchange["span"] = undefined;
  readonly #res: ServerResponse;
  readonly #observers: Observers;
  #isReported = false;

  constructor(res: ServerResponse, observers: Observers) {
    this.id = takeRequestId(res.req.headers);
    this.#res = res;
    this.#observers = observers;
  }

  report(error: unknown, status: number): void {
    this.#isReported = true;
    this.#writeError("error", "request failed", error, status);
  }

  noteRefusal(error: unknown, status: number): void {
    this.#writeError("warn", "refused by the database", error, status);
  }

  #writeError(level: "error" | "warn", message: string, error: unknown, status: number): void {
    const { log } = this.#observers;
    if (!log.isLevelEnabled(level)) return;
    log[level]({ ...this.#fields(status, this.#ms), error: describeError(error) }, message);
  }

  /** Logs a request that has ended, and ends its span and its metrics. */
  end(): void {
    const res = this.#res;
    const { metrics, routes, instruments } = this.#observers;
    const status = res.headersSent ? res.statusCode : undefined;
    const ms = this.#ms;
    this.#write(status, ms);
    if (metrics === undefined && instruments === undefined && this.span === undefined) return;
    const method = methodOf(res.req);
    const route = routes.templateOf(res.req);
    metrics?.requestEnded(method, route, status, ms / 1000);
    if (this.span !== undefined) endRequestSpan(this.span, method, route, status);
    instruments?.activeRequests.add(-1, { "http.request.method": method });
    instruments?.requestDuration.record(ms / 1000, requestAttributes(method, route, status));
  }

  get #ms(): number {
    return performance.now() - this.begin;
  }

  #write(status: number | undefined, ms: number): void {
    const { log, routes } = this.#observers;
    // Errors were logged when they were reported. A 503 is a rejection, not an error.
    const isFault = status !== undefined && status >= 500 && status !== 503;
    if (this.#isReported || !log.isLevelEnabled(isFault ? "error" : "info")) return;
    const fields = this.#fields(status, ms);
    if (routes.isFixed(fields.route)) log.debug(fields, "request");
    else if (isFault) log.error(fields, "request failed");
    else log.info(fields, "request");
  }

  #fields(status: number | undefined, ms: number) {
    const res = this.#res;
    const { req } = res;
    const length = res.headersSent ? Number(res.getHeader("Content-Length")) : NaN;
    return {
      requestId: this.id,
      traceId: this.span?.spanContext().traceId ?? traceIdOf(req.headers["traceparent"]),
      method: req.method,
      route: this.#observers.routes.templateOf(req),
      status,
      ms: Math.round(ms * 1000) / 1000,
      bytes: Number.isNaN(length) ? undefined : length,
      userId: this.userId ?? undefined,
      apiKeyId: this.apiKeyId,
      // The connection was closed before the answer was complete.
      isBroken: res.closed && !res.writableFinished ? true : undefined,
    };
  }
}

/** W3C Trace Context, section 3.2. Later versions may append more, version 00 may not. */
const TRACE_PARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/;

/** The trace id in a `traceparent` header. `undefined` if the header is invalid. */
export function traceIdOf(traceParent: unknown): string | undefined {
  if (typeof traceParent !== "string") return undefined;
  const [, version, traceId, more] = TRACE_PARENT.exec(traceParent) ?? [];
  return version === "00" && more !== undefined ? undefined : traceId;
}
