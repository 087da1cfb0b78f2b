import { isSpanContextValid, trace, type TextMapPropagator } from "@opentelemetry/api";

/** W3C Trace Context, like the propagator of an SDK. */
export const traceContext: TextMapPropagator = {
  inject: (context, carrier, setter) => {
    const span = trace.getSpanContext(context);
    if (span !== undefined && isSpanContextValid(span))
      setter.set(carrier, "traceparent", `00-${span.traceId}-${span.spanId}-0${span.traceFlags}`);
  },
  extract: (context, carrier, getter) => {
    const [, traceId = "", spanId = "", traceFlags = ""] = String(getter.get(carrier, "traceparent")).split(
      "-",
    );
    const span = { traceId, spanId, traceFlags: Number(traceFlags), isRemote: true };
    return isSpanContextValid(span) ? trace.setSpanContext(context, span) : context;
  },
  fields: () => ["traceparent"],
};
