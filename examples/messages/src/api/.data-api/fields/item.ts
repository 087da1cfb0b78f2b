// Generated from the configuration: do not edit. fZcmso9EKlGdGqacYRatUgifuYR82-2nV6GrtCPyMYo
/** What the code of `item` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  title: "string(255), required",
  price: "decimal(38, 2), required",
  lowestprice: "decimal(38, 2), nullable",
  issold: "boolean, default false",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
  tagids: "list of int",
};
