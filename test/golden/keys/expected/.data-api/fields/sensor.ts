/** What the code of `sensor` was generated for. With another configuration the server does not start. */
export const fields = {
  nr: "int, required, read-only",
  place: "text, nullable, read-only",
};
