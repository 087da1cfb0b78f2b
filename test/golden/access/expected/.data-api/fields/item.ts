/** What the code of `item` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  name: "string(255), required",
  price: "decimal(12, 2), required",
  supplier: "string(255), nullable",
  sellerid: "int, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
};
