import type { Identify } from "../../access/caller.js";
import { whenThere } from "../../time/when-there.js";
import type { Stage } from "../stage.js";

/** The header with the positions of the database that a caller has seen. */
export const DATABASE_POSITION = "Database-Position";
const NAME = DATABASE_POSITION.toLowerCase();

/** Requests with these write nothing (RFC 9110 §9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Adds the position of the database to the answer of each request that may have written. A client that sends it back
 * sees its own writes, on any server.
 * @param position Called when the answer is sent, for the writes since the request arrived. An older position could
 * be behind the one that the client sent and now replaces.
 */
export function namePosition(position: (since: number) => string | undefined): Stage {
  return (req, res) => {
    if (SAFE_METHODS.has(req.method)) return true;
    const since = performance.now();
    const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
    res.writeHead = (...args: unknown[]) => {
      const known = position(since);
      if (known !== undefined) res.setHeader(DATABASE_POSITION, known);
      return writeHead(...args);
    };
    return true;
  };
}

/** Wraps `identify`, so that the caller has the positions that the request names. */
export function notePosition(identify: Identify): Identify {
  return (req) => {
    const given = req.headers[NAME];
    if (given === undefined) return identify(req);
    const positions = String(given)
      .split(",")
      .map((each) => each.trim());
    const seen = { positions, since: performance.now() };
    return whenThere(identify(req), (caller) => Object.freeze({ ...caller, seen }));
  };
}
