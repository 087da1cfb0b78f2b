/** What the code of `new` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
