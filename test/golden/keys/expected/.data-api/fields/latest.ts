/** What the code of `latest` was generated for. With another configuration the server does not start. */
export const fields = {
  sensor: "uuid, required, read-only",
  at: "datetime(3), required, read-only",
  value: "float, nullable, read-only",
};
