import type { ConnectReason } from "./connect-reasons.js";

/** Faults of a socket before it was a connection (Node.js: Common system errors): nothing was sent. */
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

/** Faults of a connection that was there: what was sent may have been done. */
const lostConnections = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

/** Certificates that are refused, by Node.js's codes (tls: X509 certificate error codes) or, where a driver hides those, OpenSSL's words. */
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

/** Why a connection could not be made, as far as the network and its encryption say so. */
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

/** Drivers put what they caught into what they throw; a host with several addresses has an error for each. */
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
