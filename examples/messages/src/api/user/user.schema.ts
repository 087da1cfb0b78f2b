// @data-api user/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
import type { MessageShape } from "../message/message.schema.js";

/** What callers read and write. */
const userMembers = z.object({
  id: field.int(),
  username: field.string({ maxLength: 128 }),
  password: field.secret(),
  email: field.string().nullable(),
  firstname: field.string().nullable(),
  lastname: field.string().nullable(),
  roles: field.json<readonly string[]>(),
  city: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a read answers with. */
export const userSchema = userMembers.omit({ password: true });

/** What callers may write. */
const userInputs = userMembers.omit({ id: true, createdat: true, updatedat: true });

/** What a create takes. */
export const newUserSchema = z.object({
  ...userInputs.shape,
  email: userMembers.shape.email.optional(),
  firstname: userMembers.shape.firstname.optional(),
  lastname: userMembers.shape.lastname.optional(),
  roles: userMembers.shape.roles.default([]),
  city: userMembers.shape.city.optional(),
});

/** What an update may change. */
export const userChangesSchema = z.object({ ...userInputs.shape }).partial();

export type User = z.output<typeof userSchema>;
export type NewUser = z.input<typeof newUserSchema>;
export type UserChanges = z.input<typeof userChangesSchema>;
export type UserTable = RowsIn<Database, "user">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface UserShape {
  record: User;
  input: NewUser;
  changes: UserChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof userSchema>;
  relations: {
    /** The `message` records whose `recipientid` points here. */
    received: MessageShape[];
  };
  /** Members that callers may read in only some of the records. */
  hidden: "email" | "firstname" | "lastname" | "roles" | "createdat" | "updatedat";
}
