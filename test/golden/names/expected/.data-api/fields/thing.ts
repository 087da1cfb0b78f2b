/** What the code of `thing` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  newthingid: "int, nullable",
  parentid: "int, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
