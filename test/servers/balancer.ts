import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sendRequest, type Reply, type RequestOptions } from "../conformance/http-client.js";

/** How often each server's readiness is checked, in milliseconds. */
const INTERVAL = 50;
/** How long a request waits for a ready server. */
const PATIENCE = 30_000;

/** A server that a balancer knows. */
interface Target {
  readonly port: number;
  isReady: boolean;
}

/**
 * Sends each request to a random server among those whose `/readyz` is 200, as load balancers do.
 * Retries a request on another server only if its connection was refused.
 */
export class Balancer {
  readonly #targets = new Set<Target>();
  // A new connection for each request: a server may close a kept connection just as it is used again.
  readonly #agent = new http.Agent();

  /** Adds a server, which gets requests once it is ready. It is removed when it refuses connections. */
  add(port: number): void {
    const target = { port, isReady: false };
    this.#targets.add(target);
    void this.#watch(target);
  }

  /** Whether a server gets requests. */
  isUsed(port: number): boolean {
    return [...this.#targets].some((target) => target.port === port && target.isReady);
  }

  async send(method: string, path: string, options?: RequestOptions): Promise<Reply> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const ready = [...this.#targets].filter(({ isReady }) => isReady);
      const target = ready[Math.floor(Math.random() * ready.length)];
      if (target === undefined) {
        if (Date.now() > deadline) throw new Error("No server is ready.");
        await sleep(INTERVAL);
        continue;
      }
      try {
        return await sendRequest(target.port, this.#agent, method, path, options);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") throw error;
        target.isReady = false;
      }
    }
  }

  close(): void {
    this.#targets.clear();
    this.#agent.destroy();
  }

  async #watch(target: Target): Promise<void> {
    while (this.#targets.has(target)) {
      try {
        target.isReady = (await sendRequest(target.port, this.#agent, "GET", "/readyz")).status === 200;
      } catch {
        this.#targets.delete(target);
        target.isReady = false;
      }
      await sleep(INTERVAL);
    }
  }
}
