/** What the code of `stored` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  quoted: "string(255), nullable",
  spaced: "string(255), nullable",
  dotted: "string(255), nullable",
  backslashed: "string(255), nullable",
  long: "string(255), nullable",
  numeric: "int, nullable, default 7",
  commented: "string(255), nullable",
  reserved: "string(255), nullable",
  inherited: "string(255), nullable",
  foreign: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
