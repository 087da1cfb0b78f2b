/** What the code of `country` was generated for. With another configuration the server does not start. */
export const fields = {
  code: "string(1..2), required, not updated",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
