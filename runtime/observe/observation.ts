import type { IncomingMessage, ServerResponse } from "node:http";
import type { Attributes } from "@opentelemetry/api";
import type { Model } from "../model/model.js";
import { describeError } from "./describe-error.js";
import { setExchange, exchangeOf, type Exchange } from "./exchange.js";
import { createLogger, type Logger } from "./logger.js";
import type { OperatorWarning } from "./operator-warning.js";
import { Metrics, type PoolFigures } from "./metrics.js";
import { takeRequestId } from "./request-id.js";
import { createRouteTemplate, isProbe, type RouteTemplate } from "./route-template.js";
import { createStatementObserver, type ObserveStatement } from "./statements.js";
import {
  activeTraceId,
  currentInstruments,
  endRequestSpan,
  isTraced,
  runIn,
  startRequestSpan,
} from "./telemetry.js";
import { traceIdOf } from "./trace-parent.js";

/** What a server tells of itself: its log, its figures, its spans. */
export class Observation {
  readonly log: Logger;
  /** undefined where nobody may ask for them. */
  readonly metrics: Metrics | undefined;
  readonly #routeOf: RouteTemplate;
  readonly #slowStatement: number;

  /** @param pool Asked when somebody wants the figures. */
  constructor({ server, entities }: Pick<Model, "server" | "entities">, pool: () => PoolFigures | undefined) {
    this.log = createLogger(server.log);
    this.metrics = server.metrics && new Metrics(pool);
    this.#routeOf = createRouteTemplate(entities.map(({ name }) => name));
    this.#slowStatement = server.log.slowStatement;
  }

  /** What observes the statements of a database that is about to be opened. */
  statementObserver(system: string): ObserveStatement | undefined {
    return createStatementObserver({
      log: this.log,
      slowStatement: this.#slowStatement,
      metrics: this.metrics,
      system,
    });
  }

  /** Writes down a fault that belongs to no answer. */
  reportFault(error: unknown, message: string): void {
    this.log.error({ traceId: activeTraceId(), error: describeError(error) }, message);
  }

  /** Writes down what the operator should change, under a code that can be searched for. */
  warn({ code, message, members }: OperatorWarning): void {
    this.log.warn({ code, ...members }, message);
  }

  /** Writes down that something came that is no request. */
  readonly noteUnreadable = (requestId: string, code: string | undefined): void => {
    this.log.debug({ requestId, code }, "unreadable request");
  };

  /** The first stage of a request: gives it an id, and observes it until it has been answered. */
  readonly observe = (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    // One server may be mounted in another, which has seen to it already.
    if (exchangeOf(req) !== undefined) {
      next();
      return;
    }
    const exchange = new ObservedExchange(req, res, this.log, this.#routeOf);
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
      const route = this.#routeOf(req);
      metrics?.requestEnded(method, route, status, ms / 1000);
      if (exchange.span !== undefined) endRequestSpan(exchange.span, method, route, status);
      instruments?.activeRequests.add(-1, { "http.request.method": method });
      instruments?.requestDuration.record(ms / 1000, attributesOf(method, route, status));
    });
    if (!isTraced()) {
      next();
      return;
    }
    const { span, context } = startRequestSpan(method, req.headers);
    exchange.span = span;
    runIn(context, next);
  };
}

/** The methods that mean something; of the others there are many, and anybody can send them. */
const METHODS: ReadonlySet<string | undefined> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** As spans and figures have it: any other method is `_OTHER` (OpenTelemetry's semantic conventions for HTTP). */
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
  readonly #routeOf: RouteTemplate;
  #isReported = false;

  constructor(req: IncomingMessage, res: ServerResponse, log: Logger, routeOf: RouteTemplate) {
    this.id = takeRequestId(req.headers);
    this.#req = req;
    this.#res = res;
    this.#log = log;
    this.#routeOf = routeOf;
  }

  report(error: unknown, status: number): void {
    this.#isReported = true;
    if (!this.#log.isLevelEnabled("error")) return;
    const ms = performance.now() - this.begin;
    this.#log.error({ ...this.#fields(status, ms), error: describeError(error) }, "request failed");
  }

  noteRefusal(error: unknown, status: number): void {
    if (!this.#log.isLevelEnabled("warn")) return;
    const ms = performance.now() - this.begin;
    this.#log.warn({ ...this.#fields(status, ms), error: describeError(error) }, "refused by the database");
  }

  /** The line of a request that has ended. */
  write(status: number | undefined, ms: number): void {
    const log = this.#log;
    // What the server was not able to do has been reported; what it turned away by itself is no fault.
    const isFault = status !== undefined && status >= 500 && status !== 503;
    if (this.#isReported || !log.isLevelEnabled(isFault ? "error" : "info")) return;
    const fields = this.#fields(status, ms);
    if (isProbe(fields.route)) log.debug(fields, "request");
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
      route: this.#routeOf(req),
      status,
      ms: Math.round(ms * 1000) / 1000,
      bytes: Number.isNaN(length) ? undefined : length,
      userId: this.userId ?? undefined,
      // The connection ended before the answer did.
      isBroken: res.closed && !res.writableFinished ? true : undefined,
    };
  }
}
