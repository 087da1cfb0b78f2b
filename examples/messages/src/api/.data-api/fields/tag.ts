// Generated from the configuration: do not edit. zGths4eZ_y0XdaG1dQfmc7q_xBlOTa0L6KuwhZeubnU
/** What the code of `tag` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  name: "string(50), required",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
