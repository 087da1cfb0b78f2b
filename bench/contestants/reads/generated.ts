import type { Config, DataApi } from "data-api";
import { place } from "../../place.js";
import { magazineConfig } from "../../reads/magazine.js";
import type { Serve } from "../../server.js";

/** The product in generated mode, with code that was just generated from the same configuration. */
export const serve: Serve = async (database) => {
  const { createApi } = (await import(place("reads-api/index.js"))) as {
    createApi: (config: Config) => DataApi;
  };
  const api = createApi(magazineConfig(database));
  api.setupApiEndpoints();
  return api.startAsync(0);
};
