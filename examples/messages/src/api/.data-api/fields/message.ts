// Generated from the configuration: do not edit. kyT7jazJkuuX2nEJpdKSn6Ey7V-PoIBh85XRg9phUKY
/** What the code of `message` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  recipientid: "int, required, not updated",
  itemid: "int, nullable, not updated",
  text: "text(2000), required",
  isread: "boolean, not created, default false",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
};
