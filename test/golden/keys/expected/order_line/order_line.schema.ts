// @data-api order_line/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const orderLineSchema = z.object({
  line: field.int(),
  product: field.string().nullable(),
  orderid: field.string({ minLength: 1, maxLength: 20 }),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const orderLineInputs = orderLineSchema.omit({
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newOrderLineSchema = z.object({
  ...orderLineInputs.shape,
  product: orderLineSchema.shape.product.optional(),
});

/** What an update may change. */
export const orderLineChangesSchema = z
  .object({ ...orderLineInputs.omit({ line: true, orderid: true }).shape })
  .partial();

export type OrderLine = z.output<typeof orderLineSchema>;
export type NewOrderLine = z.input<typeof newOrderLineSchema>;
export type OrderLineChanges = z.input<typeof orderLineChangesSchema>;
export type OrderLineTable = RowsIn<Database, "order_line">;

/** The fields that identify a record together. */
export type OrderLineKey = Pick<OrderLine, "orderid" | "line">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface OrderLineShape {
  record: OrderLine;
  input: NewOrderLine;
  changes: OrderLineChanges;
  key: "orderid" | "line";
  tables: Database;
  fields: FieldsIn<typeof orderLineSchema>;
  relations: object;
}
