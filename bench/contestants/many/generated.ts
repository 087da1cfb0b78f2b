import type { Config, DataApi } from "data-api";
import { stockConfig } from "../../many/stock.js";
import { place } from "../../place.js";
import type { Serve } from "../../server.js";

/** The product in generated mode, with code that was just generated from the same configuration. */
export const serve: Serve = async (database) => {
  const { createApi } = (await import(place("many-api/index.js"))) as {
    createApi: (config: Config) => DataApi;
  };
  const api = createApi(stockConfig(database));
  api.setupApiEndpoints();
  return api.startAsync(0);
};
