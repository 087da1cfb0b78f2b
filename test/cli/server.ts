import { once } from "node:events";
import readline from "node:readline";
import { vi } from "vitest";
import type { RunningCommand } from "./project.js";

/** The base URL of the endpoints, once the server has printed that it is ready. */
export async function readyToServe(child: RunningCommand): Promise<string> {
  const lines = readline.createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, "line"), failure(child)])) as [string];
  const [, port] = /http:\/\/localhost:(\d+)\/api\/data$/.exec(line) ?? [];
  if (port === undefined) throw new Error(`It does not say where it serves: ${line}`);
  return `http://127.0.0.1:${port}/api/data`;
}

/**
 * Waits until the server accepts no more connections. A request on a connection that is accepted while the server
 * ends may never be answered.
 */
export async function untilRefused(url: string): Promise<void> {
  const isRefused = () =>
    fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      () => false,
      (error: unknown) => (error as Error).name !== "TimeoutError",
    );
  await vi.waitUntil(isRefused, { timeout: 30_000 });
}

async function failure(child: RunningCommand): Promise<never> {
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  await once(child, "close");
  throw new Error(`It ended without serving: ${said}`);
}
