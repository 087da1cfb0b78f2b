import type { ServerConfig } from "../config.js";
import { mistakesAt, type Mistake, type Rule, type RuleInput } from "./rule.js";

/** Limits need the callers or log-ins that they count, and `redis` must be a Redis address. */
export const rateLimits: Rule = ({ server, assumedAuth }) =>
  mistakesAt("server.rateLimit", checkRates(server?.rateLimit, assumedAuth));

function* checkRates(
  { callers, logins, redis }: NonNullable<ServerConfig["rateLimit"]> = {},
  auth: RuleInput["assumedAuth"],
): Iterable<Mistake> {
  if (callers !== undefined && callers !== false && auth === undefined)
    yield ["callers", 'without "auth" all callers are anonymous: remove it, or limit "addresses".'];
  if (logins !== undefined && logins !== false && auth?.secretKey === undefined)
    yield ["logins", 'there are no log-ins without "auth.secretKey": remove it.'];
  // The address may contain a password, so it is not printed.
  if (redis !== undefined && !isRedisUrl(redis)) {
    const message =
      'must be an address such as "redis://localhost:6379" or "rediss://user:password@host:6380/0".';
    yield ["redis", message];
  }
}

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^rediss?:$/.test(protocol) && hostname !== "" && /^(?:\/\d*)?$/.test(pathname);
}
