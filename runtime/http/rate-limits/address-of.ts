import { isIP, isIPv4 } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";
import type { Request } from "express";

const MAPPED = "::ffff:";
/** Some proxies append the port, which the client can choose: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^\[?([\da-f.:]+?)\]?:\d+$/i;

/**
 * The address that requests are counted by: an IPv4 address, or the IPv6 network that one customer usually
 * has (/56). The address from a proxy's header is used if the proxy is trusted and the address is valid;
 * otherwise the proxy's own.
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
