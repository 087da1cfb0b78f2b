// @data-api remark/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
import type {
  orderLineSchema,
  OrderLineShape,
} from "../order_line/order_line.schema.js";

/** What a read answers with. */
export const remarkSchema = z.object({
  id: field.int(),
  orderid: field.string({ maxLength: 20 }).nullable(),
  line: field.int().nullable(),
  text: field.text().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRemarkSchema = z.object({
  orderid: field.string({ maxLength: 20 }).nullish(),
  line: field.int().nullish(),
  text: field.text().nullish(),
});

/** What an update may change. */
export const remarkChangesSchema = z
  .object({
    orderid: field.string({ maxLength: 20 }).nullable(),
    line: field.int().nullable(),
    text: field.text().nullable(),
  })
  .partial();

export type Remark = z.output<typeof remarkSchema> & {
  /** The record that `orderid` and `line` point to, as far as the caller may read it. */
  orderLine?: Partial<z.output<typeof orderLineSchema>> | null;
};
export type NewRemark = z.input<typeof newRemarkSchema>;
export type RemarkChanges = z.input<typeof remarkChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface RemarkShape {
  fields: FieldsIn<typeof remarkSchema>;
  relations: {
    /** The record that `orderid` and `line` point to. */
    orderLine: OrderLineShape | null;
  };
}

/** The table's row type, for your own queries. */
export interface RemarkTable {
  id: Generated<number>;
  orderid: string | null;
  line: number | null;
  text: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const remarkFields = {
  id: "int, read-only",
  orderid: "string(20), nullable",
  line: "int, nullable",
  text: "text, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
