// @data-api order_line/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const orderLineSchema = z.object({
  line: field.int(),
  product: field.string().nullable(),
  orderid: field.string({ minLength: 1, maxLength: 20 }),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newOrderLineSchema = z.object({
  line: field.int(),
  product: field.string().nullish(),
  orderid: field.string({ minLength: 1, maxLength: 20 }),
});

/** What an update may change. */
export const orderLineChangesSchema = z
  .object({
    product: field.string().nullable(),
  })
  .partial();

export type OrderLine = z.output<typeof orderLineSchema>;
export type NewOrderLine = z.input<typeof newOrderLineSchema>;
export type OrderLineChanges = z.input<typeof orderLineChangesSchema>;

/** The fields that identify a record together. */
export type OrderLineKey = Pick<OrderLine, "orderid" | "line">;

/** What `select`, `where` and `orderBy` may use. */
export interface OrderLineShape {
  fields: FieldsIn<typeof orderLineSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface OrderLineTable {
  line: number;
  product: string | null;
  orderid: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const orderLineFields = {
  line: "int, required, not updated",
  product: "string(255), nullable",
  orderid: "string(1..20), required, not updated",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
