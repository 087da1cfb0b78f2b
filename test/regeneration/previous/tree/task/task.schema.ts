// @data-api task/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
import type { postSchema, PostShape } from "../post/post.schema.js";

/** What a read answers with. */
export const taskSchema = z.object({
  id: field.int(),
  title: field.string(),
  state: field.oneOf("string", ["open", "done"]).nullable(),
  note: field.string().nullable(),
  slug: field.string().nullable(),
  isurgent: field.boolean().nullable(),
  postid: field.int().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newTaskSchema = z.object({
  title: field.string(),
  state: field.oneOf("string", ["open", "done"]).nullable().default("open"),
  note: field.string().nullish(),
  slug: field.string().nullish(),
  pin: field.secret(),
  postid: field.int().nullish(),
});

/** What an update may change. */
export const taskChangesSchema = z
  .object({
    title: field.string(),
    state: field.oneOf("string", ["open", "done"]).nullable(),
    note: field.string().nullable(),
    pin: field.secret(),
    isurgent: field.boolean().nullable(),
    postid: field.int().nullable(),
  })
  .partial();

export type Task = z.output<typeof taskSchema> & {
  /** The record that `postid` points to, as far as the caller may read it. */
  post?: Partial<z.output<typeof postSchema>> | null;
};
export type NewTask = z.input<typeof newTaskSchema>;
export type TaskChanges = z.input<typeof taskChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface TaskShape {
  fields: FieldsIn<typeof taskSchema>;
  relations: {
    /** The record that `postid` points to. */
    post: PostShape | null;
  };
}

/** The table's row type, for your own queries. */
export interface TaskTable {
  id: Generated<number>;
  title: string;
  state: Generated<"open" | "done" | null>;
  note: string | null;
  slug: string | null;
  pin: string;
  isurgent: Generated<number | null>;
  postid: number | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const taskFields = {
  id: "int, read-only",
  title: "string(255), required",
  state: 'string(255), nullable, one of ["open","done"], default "open"',
  note: "string(255), nullable",
  slug: "string(255), nullable, not updated",
  pin: "secret(1024), required, never read",
  isurgent: "boolean, nullable, not created, default false",
  postid: "int, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
