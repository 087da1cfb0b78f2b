/** What the code of `remark` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  orderid: "string(20), nullable",
  line: "int, nullable",
  text: "text, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
