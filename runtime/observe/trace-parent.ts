/** W3C Trace Context, section 3.2. Later versions may append more, version 00 may not. */
const TRACE_PARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/;

/** The trace id in a `traceparent` header. `undefined` if the header is invalid. */
export function traceIdOf(traceParent: unknown): string | undefined {
  if (typeof traceParent !== "string") return undefined;
  const [, version, traceId, more] = TRACE_PARENT.exec(traceParent) ?? [];
  return version === "00" && more !== undefined ? undefined : traceId;
}
