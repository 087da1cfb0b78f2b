/** What the code of `tag` was generated for. With another configuration the server does not start. */
export const fields = {
  code: "string(1..20), required, not updated",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  likecodes: "list of string",
};
