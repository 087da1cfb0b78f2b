import { DataApi, type Config } from "data-api";
import type { Reply } from "../conformance/http-client.js";
import { serveApi } from "../conformance/start.js";

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

/** Serves a configuration. */
export async function serve(config: Config): Promise<Request> {
  const { request } = await serveApi(new DataApi(config));
  return (method, url, body) => request(method, `/api/data/${url}`, body === undefined ? {} : { body });
}
