import type { Serve } from "../../server.js";

/** What a good engineer writes by hand for just these writes, with Express 5, Zod and the database's driver. */
export const serve: Serve = async (config) => {
  const { serve } = (await import(`./hand-written/${config.dialect}.js`)) as { serve: Serve };
  return serve(config);
};
