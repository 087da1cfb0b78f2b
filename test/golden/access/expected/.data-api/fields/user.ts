/** What the code of `user` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  username: "string(128), required",
  password: "secret(1024), required, never read",
  email: "string(255), nullable",
  firstname: "string(255), nullable",
  lastname: "string(255), nullable",
  roles: "json, default []",
  team: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
