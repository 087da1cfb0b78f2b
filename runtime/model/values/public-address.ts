import { BlockList, isIP } from "node:net";

/** An address with the number of its fixed bits. */
type Range = readonly [address: string, prefix: number];

/** Not globally reachable, or for many receivers (IANA's special-purpose registry, RFC 6890, and multicast). */
const LOCAL4: readonly Range[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/**
 * All public addresses of IPv6 are in one range. IPv4 in IPv6 and NAT64 are outside, so that they cannot name a private
 * IPv4 address.
 */
const GLOBAL6: Range = ["2000::", 3];

/** Parts of it for protocols, Teredo, 6to4 and documentation. */
const LOCAL6: readonly Range[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/**
 * This machine and private networks. Addresses of IPv6 that stand for one of IPv4 are not among them: that may be public.
 */
const PRIVATE6: readonly Range[] = [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
];

const local4 = listOf("ipv4", LOCAL4);
const global6 = listOf("ipv6", [GLOBAL6]);
const local6 = listOf("ipv6", LOCAL6);
const private6 = listOf("ipv6", PRIVATE6);

function listOf(family: "ipv4" | "ipv6", ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}

/** Whether it is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !local4.check(address, "ipv4");
    case 6:
      return global6.check(address, "ipv6") && !local6.check(address, "ipv6");
    default:
      return false;
  }
}

/** Whether an IP address leads to this machine or to a private network, and never to the public internet. */
export function isPrivateAddress(address: string): boolean {
  return isIP(address) === 6
    ? private6.check(address, "ipv6")
    : isIP(address) === 4 && !isPublicAddress(address);
}

/** The IP address that is the host of a URL. `undefined` for a name. */
export function addressIn({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? undefined : host;
}
