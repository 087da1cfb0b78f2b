import { createClient } from "redis";

/** The Redis that tests use. */
export const redisUrl = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** Why Redis cannot be used; `undefined` if it can. */
export async function whyNoRedis(): Promise<string | undefined> {
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false } });
  client.on("error", () => undefined);
  try {
    await client.connect();
    client.destroy();
    return undefined;
  } catch (error) {
    return `${redisUrl} cannot be reached (${(error as Error).message})`;
  }
}
