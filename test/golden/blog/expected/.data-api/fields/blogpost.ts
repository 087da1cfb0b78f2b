/** What the code of `blogpost` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  title: "string(255), required",
  content: "richtext, required",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
