/** What the code of `token` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "uuid, required, not updated",
  note: "text, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
