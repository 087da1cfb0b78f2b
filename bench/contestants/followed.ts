import { DataApi } from "data-api";
import { blogConfig } from "../blog.js";
import type { Serve } from "../server.js";

/** The dynamic mode with the changes of its records kept, as live changes and webhooks need it. */
export const serve: Serve = (database) => {
  const config = blogConfig(database);
  const api = new DataApi({
    ...config,
    server: { ...config.server, maxConnections: 12_000 },
    changes: { entities: ["blogpost"], maxStreams: 10_000, maxStreamsPerCaller: 10_000 },
  });
  api.setupApiEndpoints();
  return api.startAsync(0);
};
