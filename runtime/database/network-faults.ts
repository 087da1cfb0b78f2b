/** Faults of a socket before it was a connection (Node.js: Common system errors): nothing was sent. */
const connectFaults = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENOENT",
]);

/** Faults of a connection that was there: what was sent may have been done. */
const lostConnections = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

export function isConnectFault(error: unknown): boolean {
  const { code = "", syscall } = error as { code?: string; syscall?: string };
  return connectFaults.has(code) || (code === "ETIMEDOUT" && syscall === "connect");
}

export function isLostConnection(error: unknown): boolean {
  return lostConnections.has((error as { code?: string }).code ?? "");
}
