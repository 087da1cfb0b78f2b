import type { ConnectReason } from "./connect-reasons.js";

/** Socket errors before the connection was established (Node.js: Common system errors): nothing was sent. */
const connectFaults: Readonly<Record<string, ConnectReason>> = {
  ECONNREFUSED: "nobodyListens",
  ENOENT: "nobodyListens",
  ENOTFOUND: "unknownHost",
  EAI_AGAIN: "unknownHost",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ETIMEDOUT: "noAnswer",
};

/** Errors of an established connection: what was sent may have been done. */
const lostConnections = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

/**
 * Rejected certificates, by Node.js's codes (tls: X509 certificate error codes) or, if the driver hides
 * those, OpenSSL's messages.
 */
const certificateFaults: readonly (readonly [RegExp, ConnectReason])[] = [
  [/CERT_ALTNAME_INVALID|does not match certificate's altnames/, "otherName"],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate (?:has expired|is not yet valid)/, "outdated"],
  [/SELF_SIGNED_CERT|self[- ]signed certificate/, "untrusted"],
  [/UNABLE_TO_(?:VERIFY|GET)|unable to (?:verify the first|get (?:local )?issuer) certificate/, "untrusted"],
];

export function isConnectFault(error: unknown): boolean {
  for (const { code = "", syscall } of withCauses(error))
    if (Object.hasOwn(connectFaults, code) && (code !== "ETIMEDOUT" || syscall === "connect")) return true;
  return false;
}

export function isLostConnection(error: unknown): boolean {
  return lostConnections.has((error as { code?: string }).code ?? "");
}

/** The reason for a failed connection, if the network or TLS error tells it. */
export function connectReason(error: unknown): ConnectReason | undefined {
  for (const { code = "", message = "" } of withCauses(error)) {
    const [, refused] =
      certificateFaults.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
    if (refused !== undefined) return refused;
    if (Object.hasOwn(connectFaults, code)) return connectFaults[code];
    if (isLostConnection({ code })) return "cut";
    if (code === "ERR_INVALID_URL") return "badString";
  }
  return undefined;
}

interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly syscall?: string;
  readonly cause?: unknown;
  readonly originalError?: unknown;
  readonly errors?: readonly unknown[];
}

/**
 * An error and its causes. Drivers wrap the errors that they catch; a host with several addresses has an
 * error for each.
 */
function* withCauses(error: unknown): Iterable<Fault> {
  const seen = new Set<unknown>();
  let next = error;
  while (typeof next === "object" && next !== null && !seen.has(next)) {
    seen.add(next);
    const fault = next as Fault;
    yield fault;
    next = fault.cause ?? fault.originalError ?? fault.errors?.[0];
  }
}
