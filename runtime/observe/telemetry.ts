import {
  context,
  createNoopMeter,
  metrics,
  propagation,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Histogram,
  type MeterProvider,
  type Span,
  type UpDownCounter,
} from "@opentelemetry/api";
import type { IncomingHttpHeaders } from "node:http";

/** Under which spans and figures are found. */
const SCOPE = "data-api";

/* eslint-disable @typescript-eslint/no-deprecated -- nothing else in the API tells whether an SDK is registered */
const tracer = trace.getTracer(SCOPE);
const noProvider = new ProxyTracerProvider().getDelegate();

/** Whether somebody takes spans: without an SDK none are made. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider && provider.getDelegate() === noProvider);
}
/* eslint-enable @typescript-eslint/no-deprecated */

/** The trace of what runs now. */
export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

export interface RequestSpan {
  readonly span: Span;
  /** In which whatever the request leads to has to run. */
  readonly context: Context;
}

/** A span for a request, in the trace of whoever sent it. Its name and route are known only at its end. */
export function startRequestSpan(method: string, headers: IncomingHttpHeaders): RequestSpan {
  const active = context.active();
  // Where Node's own instrumentation has made a span for the request, this one is part of it.
  const isInside = trace.getSpan(active) !== undefined;
  const parent = isInside ? active : propagation.extract(active, headers);
  const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
  const span = tracer.startSpan(method, { kind, attributes: { "http.request.method": method } }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

export function runIn(spanContext: Context, work: () => void): void {
  context.with(spanContext, work);
}

/** @param status undefined where the connection broke before there was one. */
export function endRequestSpan(span: Span, method: string, route: string, status: number | undefined): void {
  span.updateName(`${method} ${route}`);
  span.setAttribute("http.route", route);
  if (status !== undefined) span.setAttribute("http.response.status_code", status);
  if (status === undefined || status >= 500) {
    span.setAttribute("error.type", status === undefined ? "aborted" : String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** A span for a statement that has just ended. `name` and `attributes` as the semantic conventions for databases have them. */
export function recordStatementSpan(
  name: string,
  attributes: Attributes,
  ms: number,
  faultKind: string | undefined,
): void {
  const end = Date.now();
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: end - ms });
  if (faultKind !== undefined) {
    span.setAttribute("error.type", faultKind);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(end);
}

/** The headers that hand the trace on to another server; none without an SDK. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Figures by the names of the semantic conventions; times in seconds. */
export interface Instruments {
  readonly requestDuration: Histogram;
  readonly activeRequests: UpDownCounter;
  readonly statementDuration: Histogram;
}

let known: { readonly provider: MeterProvider; readonly instruments: Instruments | undefined } | undefined;

/** undefined without an SDK. One may be registered at any time, and only what is made afterwards counts. */
export function currentInstruments(): Instruments | undefined {
  const provider = metrics.getMeterProvider();
  if (known?.provider !== provider) known = { provider, instruments: createInstruments(provider) };
  return known.instruments;
}

function createInstruments(provider: MeterProvider): Instruments | undefined {
  const meter = provider.getMeter(SCOPE);
  if (meter === createNoopMeter()) return undefined;
  return {
    requestDuration: meter.createHistogram("http.server.request.duration", { unit: "s" }),
    activeRequests: meter.createUpDownCounter("http.server.active_requests", { unit: "{request}" }),
    statementDuration: meter.createHistogram("db.client.operation.duration", { unit: "s" }),
  };
}
