/** What the code of `order_line` was generated for. With another configuration the server does not start. */
export const fields = {
  line: "int, required, not updated",
  product: "string(255), nullable",
  orderid: "string(1..20), required, not updated",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
