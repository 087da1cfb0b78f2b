import { DataApi } from "data-api";
import { blogConfig } from "../blog.js";
import type { Serve } from "../server.js";

/** The product in dynamic mode. */
export const serve: Serve = (database) => {
  const api = new DataApi(blogConfig(database));
  api.setupApiEndpoints();
  return api.startAsync(0);
};
