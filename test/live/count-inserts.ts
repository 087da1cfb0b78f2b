import type { TestServer } from "../conformance/start-server.js";

/** The number of statements so far that inserted into the table alone. */
export async function countInserts({ request }: TestServer, entity: string): Promise<number> {
  const { text } = await request("GET", "/metrics");
  return Number(new RegExp(`_count\\{entity="${entity}",operation="insert"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}
