/** What the code of `bare` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
