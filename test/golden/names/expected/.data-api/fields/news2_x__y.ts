/** What the code of `news2_x__y` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
