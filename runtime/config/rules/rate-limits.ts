import type { ConfigProblem } from "../../errors/config-error.js";
import type { RuleInput } from "./rule.js";

/** Limits need the callers or log-ins that they count, and `redis` must be a Redis address. */
export function rateLimits({ server, assumedAuth }: RuleInput): readonly ConfigProblem[] {
  return server?.rateLimit === undefined ? [] : [...checkRates(server.rateLimit, assumedAuth)];
}

function* checkRates(
  { callers, logins, redis }: NonNullable<NonNullable<RuleInput["server"]>["rateLimit"]>,
  auth: RuleInput["assumedAuth"],
): Iterable<ConfigProblem> {
  if (callers !== undefined && callers !== false && auth === undefined) {
    yield {
      path: "server.rateLimit.callers",
      message: 'without "auth" no caller is known: remove it, or limit "addresses".',
    };
  }
  if (logins !== undefined && logins !== false && auth?.secretKey === undefined) {
    yield {
      path: "server.rateLimit.logins",
      message: 'nobody logs in here without "auth.secretKey": remove it.',
    };
  }
  // The address may contain a password, so it is not printed.
  if (redis !== undefined && !isRedisUrl(redis)) {
    yield {
      path: "server.rateLimit.redis",
      message: 'must be an address such as "redis://localhost:6379" or "rediss://user:password@host:6380/0".',
    };
  }
}

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^rediss?:$/.test(protocol) && hostname !== "" && /^(?:\/\d*)?$/.test(pathname);
}
