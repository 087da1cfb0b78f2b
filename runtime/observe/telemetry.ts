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

/** The name under which spans and metrics are registered. */
const SCOPE = "data-api";

/* eslint-disable @typescript-eslint/no-deprecated -- nothing else in the API tells whether an SDK is registered */
const tracer = trace.getTracer(SCOPE);
const noProvider = new ProxyTracerProvider().getDelegate();

/** Whether an SDK collects spans. Without one, none are created. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider && provider.getDelegate() === noProvider);
}
/* eslint-enable @typescript-eslint/no-deprecated */

/** The id of the active trace. */
export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

export interface RequestSpan {
  readonly span: Span;
  /** The context in which the request runs. */
  readonly context: Context;
}

/** Starts a span for a request, in the caller's trace. Its name and route are only known at its end. */
export function startRequestSpan(method: string, headers: IncomingHttpHeaders): RequestSpan {
  const active = context.active();
  // If instrumentation of Node.js has started a span for the request, ours is its child.
  const isInside = trace.getSpan(active) !== undefined;
  const parent = isInside ? active : propagation.extract(active, headers);
  const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
  const span = tracer.startSpan(method, { kind, attributes: { "http.request.method": method } }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

export function runIn(spanContext: Context, work: () => void): void {
  context.with(spanContext, work);
}

/** @param status `undefined` if the connection was closed before there was one. */
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

/** Records a span for a statement that has ended, named by the semantic conventions for databases. */
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

/** The headers that pass the trace on to another server. Empty without an SDK. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Metrics named as in the semantic conventions. Times are in seconds. */
export interface Instruments {
  readonly requestDuration: Histogram;
  readonly activeRequests: UpDownCounter;
  readonly statementDuration: Histogram;
}

let known: { readonly provider: MeterProvider; readonly instruments: Instruments | undefined } | undefined;

/** `undefined` without an SDK. An SDK may be registered at any time, and affects later instruments only. */
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
