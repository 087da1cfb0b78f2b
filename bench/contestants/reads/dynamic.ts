import { DataApi } from "data-api";
import { magazineConfig } from "../../reads/magazine.js";
import type { Serve } from "../../server.js";

/** The product in dynamic mode. */
export const serve: Serve = (database) => {
  const api = new DataApi(magazineConfig(database));
  api.setupApiEndpoints();
  return api.startAsync(0);
};
