import type * as OpenTelemetry from "@opentelemetry/api";
import type {
  Attributes,
  Histogram,
  MeterProvider,
  Span,
  Tracer,
  TracerProvider,
  UpDownCounter,
} from "@opentelemetry/api";
import type { IncomingHttpHeaders } from "node:http";
import { createRequire } from "node:module";

/** The name under which spans and metrics are registered. */
const SCOPE = "data-api";

/** Where all copies of the API store the objects that an SDK has registered. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/* eslint-disable @typescript-eslint/no-deprecated -- nothing else in the API tells whether an SDK is registered */
interface Api {
  readonly api: typeof OpenTelemetry;
  /** The placeholder that the API returns until a provider is registered. */
  readonly noProvider: unknown;
}

let loaded: Api | undefined;

/** The API. Its 44 modules are not loaded before an SDK is registered: until then, it does nothing. */
function loadApi(): Api | undefined {
  if (loaded !== undefined || !(REGISTERED in globalThis)) return loaded;
  const api = createRequire(import.meta.url)("@opentelemetry/api") as typeof OpenTelemetry;
  const noProvider = new api.ProxyTracerProvider().getDelegate();
  loaded = { api, noProvider };
  return loaded;
}

/** Whether an SDK collects spans. Without one, none are created. */
export function isTraced(): boolean {
  return tracing() !== undefined;
}

/** The API if an SDK collects spans. */
function tracing(): Api | undefined {
  const known = loadApi();
  if (known === undefined) return undefined;
  const provider = known.api.trace.getTracerProvider();
  return isNoProvider(provider, known) ? undefined : known;
}

/** Not kept: the tracer of one copy of the API never learns of an SDK that another copy registers later. */
function tracerOf({ api }: Api): Tracer {
  return api.trace.getTracer(SCOPE);
}

function isNoProvider(provider: TracerProvider, { api, noProvider }: Api): boolean {
  return provider instanceof api.ProxyTracerProvider && provider.getDelegate() === noProvider;
}
/* eslint-enable @typescript-eslint/no-deprecated */

export function activeTraceId(): string | undefined {
  return loadApi()?.api.trace.getActiveSpan()?.spanContext().traceId;
}

export interface RequestSpan {
  readonly span: Span;
  /** Runs work in the trace context of the request. */
  readonly run: (work: () => void) => void;
}

/**
 * Starts a span for a request, in the caller's trace. Its name and route are only known at its end.
 * @returns `undefined` without an SDK.
 */
export function startRequestSpan(method: string, headers: IncomingHttpHeaders): RequestSpan | undefined {
  const known = tracing();
  if (known === undefined) return undefined;
  const { context, propagation, SpanKind, trace } = known.api;
  const active = context.active();
  // If the instrumentation of Node.js has started a span for the request, ours is its child.
  const isInside = trace.getSpan(active) !== undefined;
  const parent = isInside ? active : propagation.extract(active, headers);
  const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
  const attributes = { "http.request.method": method };
  const span = tracerOf(known).startSpan(method, { kind, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return { span, run: (work) => context.with(inside, work) };
}

/** @param status `undefined` if the connection was closed before there was one. */
export function endRequestSpan(span: Span, method: string, route: string, status: number | undefined): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes(requestAttributes(method, route, status));
  if (status === undefined || status >= 500) setFailed(span);
  span.end();
}

/** The attributes of an answered request, for its span and the metrics. */
export function requestAttributes(method: string, route: string, status: number | undefined): Attributes {
  return {
    "http.request.method": method,
    "http.route": route,
    ...(status === undefined
      ? { "error.type": "aborted" }
      : { "http.response.status_code": status, ...(status >= 500 && { "error.type": String(status) }) }),
  };
}

/** Records a span for a statement that has ended, named by the semantic conventions for databases. */
export function recordStatementSpan(
  name: string,
  attributes: Attributes,
  ms: number,
  faultKind: string | undefined,
): void {
  const known = loadApi();
  if (known === undefined) return;
  const end = Date.now();
  const kind = known.api.SpanKind.CLIENT;
  const span = tracerOf(known).startSpan(name, { kind, attributes, startTime: end - ms });
  if (faultKind !== undefined) {
    span.setAttribute("error.type", faultKind);
    setFailed(span);
  }
  span.end(end);
}

function setFailed(span: Span): void {
  const code = loadApi()?.api.SpanStatusCode.ERROR;
  if (code !== undefined) span.setStatus({ code });
}

/** The headers that pass the trace on to another server. Empty without an SDK. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const api = loadApi()?.api;
  api?.propagation.inject(api.context.active(), headers);
  return headers;
}

/** Metrics named as in the semantic conventions. Times are in seconds. */
export interface Instruments {
  readonly requestDuration: Histogram;
  readonly activeRequests: UpDownCounter;
  readonly statementDuration: Histogram;
}

let known: { readonly provider: MeterProvider; readonly instruments: Instruments | undefined } | undefined;

/**
 * `undefined` without an SDK. An SDK may be registered at any time, but only affects instruments that are created
 * later.
 */
export function currentInstruments(): Instruments | undefined {
  const api = loadApi()?.api;
  if (api === undefined) return undefined;
  const provider = api.metrics.getMeterProvider();
  if (known?.provider !== provider) known = { provider, instruments: createInstruments(provider, api) };
  return known.instruments;
}

function createInstruments(
  provider: MeterProvider,
  { createNoopMeter }: typeof OpenTelemetry,
): Instruments | undefined {
  const meter = provider.getMeter(SCOPE);
  if (meter === createNoopMeter()) return undefined;
  return {
    requestDuration: meter.createHistogram("http.server.request.duration", { unit: "s" }),
    activeRequests: meter.createUpDownCounter("http.server.active_requests", { unit: "{request}" }),
    statementDuration: meter.createHistogram("db.client.operation.duration", { unit: "s" }),
  };
}
