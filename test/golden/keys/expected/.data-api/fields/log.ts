/** What the code of `log` was generated for. With another configuration the server does not start. */
export const fields = {
  at: "datetime(3), required, read-only",
  text: "text, nullable, read-only",
};
