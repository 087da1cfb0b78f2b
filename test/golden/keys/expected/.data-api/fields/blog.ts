/** What the code of `blog` was generated for. With another configuration the server does not start. */
export const fields = {
  BlogId: "int, read-only",
  url: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
