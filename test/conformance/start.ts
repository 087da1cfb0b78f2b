import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiServer } from "data-api";
import { atEnd } from "../at-end.js";
import { sendBytes, sendRequest, type Reply, type RequestOptions } from "./http-client.js";

type Request = (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
type Headers = RequestOptions["headers"];

/** A server that accepts requests. */
export interface Started {
  readonly port: number;
  readonly url: string;
  readonly request: Request;
  readonly get: (path: string, headers?: Headers) => Promise<Reply>;
  readonly post: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>;
  readonly put: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>;
  readonly patch: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>;
  readonly delete: (path: string, headers?: Headers) => Promise<Reply>;
  /** Sends bytes as they are. The request should have `Connection: close`. */
  readonly send: (bytes: string | Buffer) => Promise<Reply>;
}

/** Starts a server on a free port, with the endpoints that it has. It stops at the end of the test. */
export async function openPort(api: Pick<ApiServer, "startAsync" | "stopAsync">): Promise<Started> {
  atEnd(() => api.stopAsync());
  const { started, agent } = connect(await api.startAsync(0));
  atEnd(() => {
    agent.destroy();
  });
  return started;
}

/** The same with all endpoints of the configuration. */
export function serveApi(
  api: Pick<ApiServer, "setupApiEndpoints" | "startAsync" | "stopAsync">,
): Promise<Started> {
  api.setupApiEndpoints();
  return openPort(api);
}

/** How to send requests to a server, and the connections to it. */
export function connect(
  server: http.Server,
  maxSockets = Infinity,
): { readonly started: Started; readonly agent: http.Agent } {
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets });
  const request: Request = (method, path, options) => sendRequest(port, agent, method, path, options);
  const started: Started = {
    port,
    url: `http://127.0.0.1:${port}`,
    request,
    ...methodsOf(request),
    send: (bytes) => sendBytes(port, bytes),
  };
  return { started, agent };
}

/** Shorter ways to send requests. */
export function methodsOf(request: Request): Pick<Started, "get" | "post" | "put" | "patch" | "delete"> {
  return {
    get: (path, headers = {}) => request("GET", path, { headers }),
    post: (path, body, headers = {}) => request("POST", path, { body, headers }),
    put: (path, body, headers = {}) => request("PUT", path, { body, headers }),
    patch: (path, body, headers = {}) => request("PATCH", path, { body, headers }),
    delete: (path, headers = {}) => request("DELETE", path, { headers }),
  };
}

/** Serves an application, or a function that answers, until the end of the test. */
export async function serveHttp(listener: http.RequestListener): Promise<Started> {
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { started, agent } = connect(server);
  atEnd(async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return started;
}
