/** What the code of `setting` was generated for. With another configuration the server does not start. */
export const fields = {
  name: 'string(1..255), required, not updated, one of ["theme","language"]',
  value: "json, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
