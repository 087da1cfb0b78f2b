/** What the code of `keyed` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "uuid, read-only",
  createdat: "date, required",
  parent: "uuid, nullable",
};
