import type { Config } from "./config.js";

/**
 * Returns the configuration unchanged and keeps its literal types, so that editors complete it and the
 * records of `api.repository(name)` are typed by it. `new DataApi(config)` and every command check it.
 */
export function defineConfig<const C extends Config>(config: C): C {
  return config;
}
