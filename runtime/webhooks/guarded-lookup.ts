import dns from "node:dns";
import type { LookupFunction } from "node:net";
import { isPrivateAddress, isPublicAddress } from "../model/values/public-address.js";

/** Which addresses may be connected to. */
export type Reach =
  /** Those of the public internet. */
  | "public"
  /** Those of private networks: without TLS, nothing goes over the public internet. */
  | "private"
  | "any";

/** The address may not be connected to. */
class RefusedAddress extends Error {
  constructor(address: string, reach: Reach) {
    super(
      reach === "private"
        ? `The address ${address} is ${isPublicAddress(address) ? "public" : "not private"}: without "https", only private ones are connected to.`
        : `The address ${address} is not public: it is only connected to with "isPrivateAllowed".`,
    );
  }
}

/** @throws {RefusedAddress} */
export function checkAddress(address: string, reach: Reach): void {
  const isIn = reach === "public" ? isPublicAddress : isPrivateAddress;
  if (reach !== "any" && !isIn(address)) throw new RefusedAddress(address, reach);
}

/**
 * Looks up a name for a connection and refuses it if any of its addresses may not be connected to. The connection takes
 * exactly these addresses, so that a name cannot lead elsewhere after the check. A failed look-up connects to nothing.
 */
export function guardedLookup(reach: Reach, lookup: typeof dns.lookup = dns.lookup): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      try {
        if (error !== null) throw error;
        for (const { address } of addresses) checkAddress(address, reach);
        const [first] = addresses;
        if (first === undefined) throw new Error(`The name "${hostname}" has no address.`);
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      } catch (refusal) {
        callback(refusal as NodeJS.ErrnoException, "", 0);
      }
    });
}
