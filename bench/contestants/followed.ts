import { DataApi } from "data-api";
import { blogConfig } from "../blog.js";
import type { Serve } from "../server.js";

/** The dynamic mode with the changes of its records kept, as live changes and webhooks need it. */
export const serve: Serve = (database) => {
  const api = new DataApi({ ...blogConfig(database), changes: { entities: ["blogpost"] } });
  api.setupApiEndpoints();
  return api.startAsync(0);
};
