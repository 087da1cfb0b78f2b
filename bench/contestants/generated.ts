import type { Config, DataApi } from "data-api";
import { blogConfig } from "../blog.js";
import type { Serve } from "../server.js";

/** Where the code that has just been generated from the same configuration is. */
const GENERATED = "../api/index.js";

/** The product, by generated code. */
export const serve: Serve = async (file) => {
  const { createApi } = (await import(GENERATED)) as { createApi: (config: Config) => DataApi };
  const api = createApi(blogConfig(file));
  api.setupApiEndpoints();
  return api.startAsync(0);
};
