import type { Serve } from "../server.js";

/** The limit of the platform: plain `node:http` and the driver, for one table. */
export const serve: Serve = async (config) => {
  const { serve } = (await import(`./raw/${config.dialect}.js`)) as { serve: Serve };
  return serve(config);
};
