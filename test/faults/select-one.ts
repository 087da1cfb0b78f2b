import type { Statement } from "../../runtime/database/sql/statement.js";

/** A statement that every database runs. */
export const selectOne: Statement = {
  sql: "select 1",
  slots: [],
  isWrite: false,
  operation: "select",
  entity: "thing",
};
