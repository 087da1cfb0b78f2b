/** What the code of `message` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  text: "richtext, required",
  state: 'string(255), one of ["draft","public"], default "draft"',
  itemid: "int, required",
  recipientid: "int, nullable",
  replytoid: "int, nullable, not updated",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
  tagcodes: "list of string",
  readerids: "list of int, required, not updated",
};
