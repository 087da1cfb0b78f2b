// @data-api comment/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const commentSchema = z.object({
  id: field.int(),
  words: field.string(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newCommentSchema = z.object({
  words: field.string(),
});

export type Comment = z.output<typeof commentSchema>;
export type NewComment = z.input<typeof newCommentSchema>;

/** Input of `update` in server code. No role may update over HTTP. */
export interface CommentChanges {
  words?: string | undefined;
}

/** What `select`, `where` and `orderBy` may use. */
export interface CommentShape {
  fields: FieldsIn<typeof commentSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface CommentTable {
  id: Generated<number>;
  words: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const commentFields = {
  id: "int, read-only",
  words: "string(255), required",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
