import { isIP, isIPv4 } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";
import type { Request } from "express";

const MAPPED = "::ffff:";
/** Some proxies write the port too, which is the client's to choose: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^\[?([\da-f.:]+?)\]?:\d+$/i;

/**
 * By what a client's requests are counted: its IPv4 address, or the IPv6 network that one customer usually has (/56). What
 * a proxy says counts only where it is trusted and an address; else it is the proxy's own.
 */
export function addressOf({ ip, socket }: Pick<Request, "ip" | "socket">): string {
  const address = toAddress(ip) ?? socket.remoteAddress ?? "";
  const short = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
  return isIPv4(short) ? short : ipKeyGenerator(address);
}

function toAddress(ip = ""): string | undefined {
  if (isIP(ip) !== 0) return ip;
  const [, address = ""] = WITH_PORT.exec(ip) ?? [];
  return isIP(address) === 0 ? undefined : address;
}
