/** What the code of `reading` was generated for. With another configuration the server does not start. */
export const fields = {
  sensor: "uuid, required, not updated",
  at: "datetime(3), required, not updated",
  value: "float, required",
};
