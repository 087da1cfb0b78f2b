/** What the code of `described` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  plain: "string(255), required",
  hostile: "string(255), required",
  blank: "string(255), nullable",
  directive: "string(255), nullable",
  family: "string(255), nullable",
  secret: "secret(1024), required, never read",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
