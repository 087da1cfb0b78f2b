import { DataApi } from "data-api";
import { stockConfig } from "../../many/stock.js";
import type { Serve } from "../../server.js";

/** The product in dynamic mode. */
export const serve: Serve = (database) => {
  const api = new DataApi(stockConfig(database));
  api.setupApiEndpoints();
  return api.startAsync(0);
};
