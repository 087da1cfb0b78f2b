import http from "node:http";
import { DataApi, type Config } from "data-api";
import { sendRequest, type Reply } from "../conformance/http-client.js";

export type Request = (method: string, url: string, body?: object) => Promise<Reply>;

/** The configuration with all listed operations open to guests. */
export function opened(config: Config): Config {
  const entities = Object.entries(config.entities).map(([name, entity]) => {
    const allowed = Object.keys(entity.permissions).map((operation) => [operation, ["guest"]]);
    return [name, { ...entity, permissions: Object.fromEntries(allowed) as object }];
  });
  return {
    ...config,
    entities: Object.fromEntries(entities) as Config["entities"],
    server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
  };
}

/** Serves a configuration. @param endings Gets what stops the server. */
export async function serve(config: Config, endings: (() => unknown)[]): Promise<Request> {
  const api = new DataApi(config);
  endings.push(() => api.stopAsync());
  api.setupApiEndpoints();
  const server = await api.startAsync(0);
  const agent = new http.Agent();
  const { port } = server.address() as { port: number };
  return (method, url, body) =>
    sendRequest(port, agent, method, `/api/data/${url}`, body === undefined ? {} : { body });
}
