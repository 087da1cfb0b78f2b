import { isIP } from "node:net";

/** Whether only this machine can reach a server that listens on the host. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
