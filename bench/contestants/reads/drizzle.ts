import type { Serve } from "../../server.js";

/** Express 5 and Zod with Drizzle: its relational queries where records have others in them. */
export const serve: Serve = async (config) => {
  const { serve } = (await import(`./drizzle/${config.dialect}.js`)) as { serve: Serve };
  return serve(config);
};
