// @data-api user/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
import type { MessageShape } from "../message/message.schema.js";

/** What a read answers with. */
export const userSchema = z.object({
  id: field.int(),
  username: field.string({ maxLength: 128 }),
  email: field.string().nullable(),
  firstname: field.string().nullable(),
  lastname: field.string().nullable(),
  roles: field.json<readonly string[]>(),
  city: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newUserSchema = z.object({
  username: field.string({ maxLength: 128 }),
  password: field.secret(),
  email: field.string().nullish(),
  firstname: field.string().nullish(),
  lastname: field.string().nullish(),
  roles: field.json<readonly string[]>().default([]),
  city: field.string().nullish(),
});

/** What an update may change. */
export const userChangesSchema = z
  .object({
    username: field.string({ maxLength: 128 }),
    password: field.secret(),
    email: field.string().nullable(),
    firstname: field.string().nullable(),
    lastname: field.string().nullable(),
    roles: field.json<readonly string[]>(),
    city: field.string().nullable(),
  })
  .partial();

export type User = z.output<typeof userSchema>;
export type NewUser = z.input<typeof newUserSchema>;
export type UserChanges = z.input<typeof userChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface UserShape {
  fields: FieldsIn<typeof userSchema>;
  relations: {
    /** The `message` records whose `recipientid` points here. */
    received: MessageShape[];
  };
  /** Members that callers may read in only some of the records. */
  hidden: "email" | "firstname" | "lastname" | "roles" | "createdat" | "updatedat";
}

/** The table's row type, for your own queries. */
export interface UserTable {
  id: Generated<number>;
  username: string;
  password: string;
  email: string | null;
  firstname: string | null;
  lastname: string | null;
  roles: Generated<string>;
  city: string | null;
  createdat: string;
  updatedat: string;
  usernamekey: string;
  tokenversion: string | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const userFields = {
  id: "int, read-only",
  username: "string(128), required",
  password: "secret(1024), required, never read",
  email: "string(255), nullable",
  firstname: "string(255), nullable",
  lastname: "string(255), nullable",
  roles: "json, default []",
  city: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
