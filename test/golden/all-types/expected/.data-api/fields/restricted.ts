/** What the code of `restricted` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  ignored: "int, nullable, not created",
  begins: "int, not created, default 0",
  fixed: "string(255), required, not updated",
  neither: "string(255), nullable, read-only",
  free: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
