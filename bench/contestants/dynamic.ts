import { DataApi } from "data-api";
import { blogConfig } from "../blog.js";
import type { Serve } from "../server.js";

/** The product, straight from the configuration. */
export const serve: Serve = (file) => {
  const api = new DataApi(blogConfig(file));
  api.setupApiEndpoints();
  return api.startAsync(0);
};
