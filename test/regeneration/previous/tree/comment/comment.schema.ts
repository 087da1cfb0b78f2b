// @data-api comment/schema
import { field, z, type Generated } from "data-api/kit";

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

/** What an update may change. */
export const commentChangesSchema = z
  .object({
    words: field.string(),
  })
  .partial();

export type Comment = z.output<typeof commentSchema>;
export type NewComment = z.input<typeof newCommentSchema>;
export type CommentChanges = z.input<typeof commentChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface CommentTable {
  id: Generated<number>;
  words: string;
  createdat: string;
  updatedat: string;
}
