/** What the code of `invoice` was generated for. With another configuration the server does not start. */
export const fields = {
  total: "decimal(38, 10), nullable",
  nr: "bigint, read-only",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
