/** W3C Trace Context, section 3.2; later versions may have more at the end, this one may not. */
const TRACE_PARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/;

/** The trace that a request belongs to, by its `traceparent`; undefined for a header that is not valid. */
export function traceIdOf(traceParent: unknown): string | undefined {
  if (typeof traceParent !== "string") return undefined;
  const [, version, traceId, more] = TRACE_PARENT.exec(traceParent) ?? [];
  return version === "00" && more !== undefined ? undefined : traceId;
}
