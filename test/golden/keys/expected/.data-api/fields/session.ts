/** What the code of `session` was generated for. With another configuration the server does not start. */
export const fields = {
  key: "uuid, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
