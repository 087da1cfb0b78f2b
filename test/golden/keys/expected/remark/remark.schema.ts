// @data-api remark/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
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

/** What callers may write. */
const remarkInputs = remarkSchema.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newRemarkSchema = z.object({
  ...remarkInputs.shape,
  orderid: remarkSchema.shape.orderid.optional(),
  line: remarkSchema.shape.line.optional(),
  text: remarkSchema.shape.text.optional(),
});

/** What an update may change. */
export const remarkChangesSchema = z
  .object({ ...remarkInputs.shape })
  .partial();

export type Remark = z.output<typeof remarkSchema> & {
  /** The record that `orderid` and `line` point to, as far as the caller may read it. */
  orderLine?: Partial<z.output<typeof orderLineSchema>> | null;
};
export type NewRemark = z.input<typeof newRemarkSchema>;
export type RemarkChanges = z.input<typeof remarkChangesSchema>;
export type RemarkTable = RowsIn<Database, "remark">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface RemarkShape {
  record: Remark;
  input: NewRemark;
  changes: RemarkChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof remarkSchema>;
  relations: {
    /** The record that `orderid` and `line` point to. */
    orderLine: OrderLineShape | null;
  };
}
