import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Config, DatabaseConfig } from "data-api";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest } from "../conformance/http-client.js";
import { createTestApi, type TestConfig } from "../conformance/start-server.js";
import type { Mode } from "../conformance/targets.js";
import type { Served } from "../faults/served.js";
import { startProcess } from "../servers/served-process.js";
import type { ClusterCases } from "./cluster-cases.js";

/** A server of the product that uses one of the nodes. */
export type NodeServer = Pick<Served, "send">;

/** A server in a separate process. */
export interface NodeProcess extends NodeServer {
  /** Kills it, as when its machine fails. */
  readonly kill: () => Promise<unknown>;
  /** Starts it again, on another port. */
  readonly start: () => Promise<void>;
}

export const things: TestConfig["entities"] = {
  thing: openEntity({ title: field("string"), amount: field("int") }),
};

/** Starts a server of one API on each of these databases. */
export async function serveAll(
  databases: readonly DatabaseConfig[],
  closings: ClusterCases["closings"],
  config: TestConfig = { entities: things },
  mode: Mode = "dynamic",
): Promise<readonly NodeServer[]> {
  return Promise.all(
    databases.map(async (database): Promise<NodeServer> => {
      const api = await createTestApi(
        mode,
        { database },
        { ...config, server: { shutdownTimeout: 500, ...config.server } },
      );
      api.setupApiEndpoints();
      const server = await api.startAsync(0);
      closings.push(() => api.stopAsync());
      return { send: sendTo(() => (server.address() as AddressInfo).port) };
    }),
  );
}

/** The same with a process for each, as `data-api start` or a generated project runs. */
export async function startAll(
  databases: readonly DatabaseConfig[],
  closings: ClusterCases["closings"],
  config: TestConfig = { entities: things },
  mode: Mode = "dynamic",
): Promise<readonly NodeProcess[]> {
  return Promise.all(
    databases.map(async (database): Promise<NodeProcess> => {
      const whole: Config = {
        ...config,
        database,
        server: {
          host: "127.0.0.1",
          shutdownDelay: 0,
          maxEventLoopDelay: 0,
          log: { level: "silent" },
          ...config.server,
        },
      };
      let served = await startProcess(whole, mode);
      closings.push(() => served.end("SIGKILL"));
      return {
        send: sendTo(() => served.port),
        kill: () => served.end("SIGKILL"),
        start: async () => {
          served = await startProcess(whole, mode);
        },
      };
    }),
  );
}

function sendTo(port: () => number): NodeServer["send"] {
  const agent = new http.Agent({ keepAlive: true });
  return (method, path, { body, prefer, idempotencyKey } = {}) =>
    sendRequest(port(), agent, method, path.startsWith("/") ? path : `/api/data/${path}`, {
      body,
      headers: {
        ...(prefer !== undefined && { Prefer: prefer }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
    });
}

/** The items for the three nodes. @throws {Error} if there are fewer. */
export function three<T>(items: readonly T[]): readonly [T, T, T] {
  const [first, second, third] = items;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("The cluster has three nodes.");
  return [first, second, third];
}

/** Prints a figure if the cases are repeated for measuring. */
export function tell(figure: string): void {
  if (process.env["GALERA_ROUNDS"] !== undefined) process.stderr.write(`${figure}\n`);
}
